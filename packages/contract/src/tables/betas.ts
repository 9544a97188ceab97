/** Files that were uploaded beforehand may be named only under this beta. */
export const FILES_BETA = 'files-api-2025-04-14'

/**
 * Every beta that has been published: the `AnthropicBeta` type of the official SDK 1.8.0, and the pages of the
 * documentation and of Claude Code for those that it leaves out. A name that is not here was never one, or came later.
 */
export const KNOWN_BETAS: ReadonlySet<string> = new Set([
  ...['message-batches-2024-09-24', 'prompt-caching-2024-07-31', 'computer-use-2024-10-22'],
  ...['computer-use-2025-01-24', 'pdfs-2024-09-25', 'token-counting-2024-11-01'],
  ...['token-efficient-tools-2025-02-19', 'output-128k-2025-02-19', FILES_BETA, 'mcp-client-2025-04-04'],
  ...['mcp-client-2025-11-20', 'dev-full-thinking-2025-05-14', 'interleaved-thinking-2025-05-14'],
  ...['code-execution-2025-05-22', 'extended-cache-ttl-2025-04-11', 'context-1m-2025-08-07'],
  ...['context-management-2025-06-27', 'model-context-window-exceeded-2025-08-26', 'skills-2025-10-02'],
  ...['fast-mode-2026-02-01', 'output-300k-2026-03-24', 'user-profiles-2026-03-24'],
  ...['user-profiles-2026-08-18', 'user-profiles-2026-09-04', 'advisor-tool-2026-03-01'],
  ...['managed-agents-2026-04-01', 'cache-diagnosis-2026-04-07', 'dreaming-2026-04-21'],
  ...[
    'thinking-token-count-2026-05-13',
    'server-side-fallback-2026-06-01',
    'server-side-fallback-2026-07-01',
  ],
  ...['fallback-credit-2026-06-01', 'fallback-credit-2026-07-01', 'agent-memory-2026-07-22'],
  ...['mid-conversation-tool-changes-2026-07-01', 'compact-2026-01-12', 'computer-use-2025-11-24'],
  ...['mcp-tunnels-2026-06-22', 'structured-outputs-2025-11-13', 'task-budgets-2026-03-13'],
  ...['thinking-display-updates-2026-08-18', 'ce-user-management-2026-07-13'],
  ...['mid-conversation-output-config-2026-07-01', 'thinking-binding-controls-2026-08-01'],
  ...['mid-conversation-system-clear-at-2026-08-21', 'compact-2026-09-04', 'inline-tools-2026-09-15'],
  ...['mcp-client-2026-09-15', 'ce-plugins-2026-09-01', 'spend-limit-reads-2026-09-26'],
  ...['telemetry-destinations-2026-08-11', 'webhooks-2026-10-07', 'admin-user-sign-out-2026-10-08'],
  ...['message-threads-2026-08-12', 'analytics-usage-cost-2026-08-24', 'experimental-claude-tag-2026-10-21'],
  // Documentation pages of features that have no type of their own in the SDK.
  ...['fine-grained-tool-streaming-2025-05-14', 'web-fetch-2025-09-10', 'web-search-2025-03-05'],
  ...['tool-search-tool-2025-10-19', 'tool-examples-2025-10-29', 'advanced-tool-use-2025-11-20'],
  ...['effort-2025-11-24', 'code-execution-2025-08-25', 'max-tokens-3-5-sonnet-2024-07-15'],
  // Claude Code sends these of its own accord (claude-code#13770, new-api#2975, and copies of its headers in repositories).
  ...['claude-code-20250219', 'oauth-2025-04-20', 'prompt-caching-scope-2026-01-05'],
  ...['structured-outputs-2025-12-15', 'redact-thinking-2026-02-12', 'mid-conversation-system-2026-04-07'],
  'thinking-resumption-2026-07-17',
])
