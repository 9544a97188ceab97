import type { RuleCase } from './rule-case.ts'

const OLD_HAIKU = { apiVersion: '2023-06-01', model: 'claude-haiku-4-5' } as const
const THINKING_DOCS =
  'Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking'
const SAMPLING_DOCS = `${THINKING_DOCS}#important-considerations-when-using-extended-thinking`
const USE_ADAPTIVE = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
const BUDGET = { type: 'enabled', budget_tokens: 1024 }
const READ = { name: 'read', input_schema: { type: 'object' } }

const CALL = { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }
const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }
const DOCUMENT = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Read me.' } }
const THOUGHT = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }

const MANUAL_THINKING = `When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. ${THINKING_DOCS}`

/** What depends on the model: tokens, sampling, thinking, effort, tool choice. */
export const modelCases: readonly RuleCase[] = [
  {
    rule: 'TOK-01',
    breaks: { max_tokens: -1 },
    says: 'max_tokens: must be greater than or equal to 0',
    neighbour: { max_tokens: 0 },
  },
  {
    rule: 'TOK-02',
    breaks: { max_tokens: 250_000 },
    says: 'max_tokens: 250000 > 128000, which is the maximum allowed number of output tokens for claude-opus-4-7',
    neighbour: { max_tokens: 128_000 },
    target: { model: 'claude-opus-4-7' },
  },
  {
    rule: 'TOK-02',
    breaks: { max_tokens: 64_001 },
    says: 'max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for claude-haiku-4-5',
    neighbour: { max_tokens: 64_000 },
    target: { model: 'claude-haiku-4-5' },
  },
  {
    rule: 'TOK-05',
    breaks: { max_tokens: 0, stream: true },
    says: 'max_tokens: must be at least 1 when `stream` is true',
    neighbour: { max_tokens: 0, stream: false },
  },
  {
    rule: 'TOK-05',
    breaks: { max_tokens: 0, tools: [READ], tool_choice: { type: 'any' } },
    says: 'max_tokens: must be at least 1 when `tool_choice` forces tool use',
    neighbour: { max_tokens: 0, tools: [READ], tool_choice: { type: 'auto' } },
    target: { model: 'claude-opus-5' },
  },
  {
    rule: 'TOK-05',
    breaks: { max_tokens: 0, output_config: { format: { type: 'json_schema', schema: true } } },
    says: 'max_tokens: must be at least 1 when `output_config.format` is set',
    neighbour: { max_tokens: 0, output_config: { format: null } },
  },
  {
    rule: 'TOK-06',
    breaks: { temperature: 0.5 },
    says: '`temperature` is deprecated for this model.',
    neighbour: { temperature: 1, top_p: 0.99 },
    target: { apiVersion: '2023-06-01', model: 'claude-opus-4-7' },
  },
  {
    rule: 'TOK-06',
    breaks: { top_k: 5 },
    says: '`top_k` is deprecated for this model.',
    neighbour: { top_p: 1 },
    target: { apiVersion: '2023-06-01', model: 'claude-opus-4-7' },
  },
  {
    rule: 'TOK-07',
    breaks: { temperature: 0.5, top_p: 0.9 },
    says: '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    neighbour: { temperature: 0.5 },
    target: OLD_HAIKU,
  },
  {
    rule: 'TOK-08',
    breaks: { max_tokens: 2048, thinking: BUDGET, temperature: 0.5 },
    says: `\`temperature\` may only be set to 1 when thinking is enabled or in adaptive mode. ${SAMPLING_DOCS}`,
    neighbour: { max_tokens: 2048, thinking: BUDGET, temperature: 1 },
    target: OLD_HAIKU,
  },
  {
    rule: 'TOK-08',
    breaks: { max_tokens: 2048, thinking: BUDGET, top_p: 0.9 },
    says: `\`top_p\` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode. ${SAMPLING_DOCS}`,
    neighbour: { max_tokens: 2048, thinking: BUDGET, top_p: 0.95 },
    target: OLD_HAIKU,
  },
  {
    rule: 'TOK-08',
    breaks: { thinking: { type: 'adaptive' }, top_k: 5 },
    says: `\`top_k\` must be unset when thinking is enabled or in adaptive mode. ${SAMPLING_DOCS}`,
    neighbour: { thinking: { type: 'disabled' }, top_k: 5 },
    target: { apiVersion: '2023-06-01', model: 'claude-opus-4-6' },
  },
  {
    rule: 'TOK-09',
    breaks: { temperature: 2 },
    says: 'temperature: range: 0..1',
    neighbour: { temperature: 0 },
    target: OLD_HAIKU,
  },
  {
    rule: 'TOK-09',
    breaks: { top_k: -1 },
    says: 'top_k: must be greater than or equal to 0',
    neighbour: { top_k: 0 },
    target: OLD_HAIKU,
  },
  {
    rule: 'TOK-11',
    breaks: { output_config: { task_budget: { type: 'tokens', total: 19_999 } } },
    says: 'output_config.task_budget.total: Input should be greater than or equal to 20000',
    neighbour: { output_config: { task_budget: { type: 'tokens', total: 20_000 } } },
    target: { betas: ['task-budgets-2026-03-13'] },
  },
  {
    rule: 'TOK-11',
    breaks: {
      context_management: {
        edits: [{ type: 'clear_tool_uses_20250919' }, { type: 'clear_thinking_20251015' }],
      },
    },
    says: 'context_management.edits.1: clear_thinking_20251015 must be the first edit',
    neighbour: {
      context_management: {
        edits: [{ type: 'clear_thinking_20251015' }, { type: 'clear_tool_uses_20250919' }],
      },
    },
    target: { betas: ['context-management-2025-06-27'] },
  },
  {
    rule: 'TOK-11',
    breaks: { context_management: { edits: [{ type: 'compact_20260112', trigger: { value: 49_999 } }] } },
    says: 'context_management.edits.0.trigger.value: Input should be greater than or equal to 50000',
    neighbour: { context_management: { edits: [{ type: 'compact_20260112', trigger: { value: 50_000 } }] } },
    target: { betas: ['compact-2026-01-12'] },
  },
  {
    rule: 'THK-01',
    breaks: { max_tokens: 2048, thinking: BUDGET },
    says: `"thinking.type.enabled" is not supported for this model. ${USE_ADAPTIVE}`,
    neighbour: { thinking: { type: 'adaptive' } },
    target: { model: 'claude-opus-4-7' },
  },
  {
    rule: 'THK-01',
    breaks: { thinking: { type: 'between_tools' } },
    says: '"thinking.type.between_tools" is not supported for this model.',
    neighbour: { max_tokens: 2048, thinking: BUDGET },
    target: { model: 'claude-opus-5-5', strict: false },
  },
  {
    rule: 'THK-02',
    breaks: { thinking: { type: 'disabled' } },
    says: `"thinking.type.disabled" is not supported for this model. ${USE_ADAPTIVE}`,
    neighbour: { thinking: { type: 'adaptive' } },
  },
  {
    rule: 'THK-02',
    breaks: { thinking: { type: 'disabled' } },
    says: 'To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of {"type": "disabled"}. The model does not think before responding. The short updates it writes between tool calls come back as thinking blocks.',
    neighbour: { thinking: { type: 'between_tools' } },
    target: { model: 'claude-sonnet-5-5' },
  },
  {
    rule: 'THK-02',
    breaks: { thinking: { type: 'disabled' } },
    says: '"thinking.type.disabled" is not supported for this model. Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.',
    neighbour: { max_tokens: 2048, thinking: BUDGET },
    target: { model: 'claude-mythos-preview' },
  },
  {
    rule: 'THK-03',
    breaks: { thinking: { type: 'adaptive' } },
    says: 'adaptive thinking is not supported on this model',
    neighbour: { thinking: { type: 'disabled' } },
    target: { model: 'claude-sonnet-4-5-20250929' },
  },
  {
    rule: 'THK-04',
    breaks: { thinking: { type: 'enabled', budget_tokens: 1023 } },
    says: 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    neighbour: { max_tokens: 2048, thinking: BUDGET },
    target: { model: 'claude-haiku-4-5' },
  },
  {
    rule: 'THK-04',
    breaks: { thinking: { type: 'enabled' } },
    says: 'thinking.enabled.budget_tokens: Field required',
    neighbour: { thinking: { type: 'disabled' } },
    target: { model: 'claude-haiku-4-5' },
  },
  {
    rule: 'THK-05',
    breaks: { max_tokens: 1024, thinking: BUDGET },
    says: `\`max_tokens\` must be greater than \`thinking.budget_tokens\`. ${THINKING_DOCS}#max-tokens-and-context-window-size`,
    neighbour: { max_tokens: 1025, thinking: BUDGET },
    target: { model: 'claude-haiku-4-5' },
  },
  {
    rule: 'THK-06',
    breaks: { thinking: { type: 'disabled' }, output_config: { effort: 'max' } },
    says: "output_config.effort 'max' is not supported when thinking is disabled on this model. Use effort 'high' or below, or enable thinking.",
    neighbour: { thinking: { type: 'disabled' }, output_config: { effort: 'high' } },
    target: { model: 'claude-opus-5' },
  },
  {
    rule: 'THK-06',
    breaks: { thinking: { type: 'between_tools' }, output_config: { effort: 'xhigh' } },
    says: "output_config.effort 'xhigh' is not supported when thinking is disabled on this model. Use effort 'high' or below, or enable thinking.",
    neighbour: { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } },
    target: { model: 'claude-sonnet-5-5' },
  },
  {
    rule: 'THK-07',
    breaks: { thinking: { type: 'adaptive', display: 'updates' } },
    says: "thinking.adaptive.display: Input should be 'summarized' or 'omitted'",
    neighbour: { thinking: { type: 'adaptive', display: 'omitted' } },
  },
  {
    rule: 'THK-07',
    breaks: { thinking: { type: 'disabled', display: 'omitted' } },
    says: 'thinking.disabled.display: Extra inputs are not permitted',
    neighbour: { thinking: { type: 'adaptive', display: 'updates' } },
    target: { model: 'claude-opus-5', betas: ['thinking-display-updates-2026-08-18'] },
  },
  {
    rule: 'THK-14',
    breaks: {
      max_tokens: 2048,
      thinking: BUDGET,
      messages: [
        { role: 'user', content: 'Read it.' },
        { role: 'assistant', content: [CALL] },
        { role: 'user', content: [RESULT] },
      ],
    },
    says: `messages.1.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`tool_use\`. ${MANUAL_THINKING}`,
    neighbour: {
      max_tokens: 2048,
      thinking: BUDGET,
      messages: [
        { role: 'user', content: 'Read it.' },
        { role: 'assistant', content: [THOUGHT, CALL] },
        { role: 'user', content: [RESULT, { type: 'text', text: 'Go on.' }] },
        { role: 'assistant', content: [{ ...CALL, id: 'toolu_2' }] },
        { role: 'user', content: [{ ...RESULT, tool_use_id: 'toolu_2' }] },
      ],
    },
    target: { model: 'claude-haiku-4-5' },
  },
  ...[
    { content: 'The answer is', found: 'text' },
    {
      content: [{ type: 'text', text: 'The answer is' }, THOUGHT, { type: 'text', text: ':' }],
      found: 'text',
    },
  ].map(
    ({ content, found }): RuleCase => ({
      rule: 'THK-14',
      breaks: {
        max_tokens: 2048,
        thinking: BUDGET,
        messages: [
          { role: 'user', content: 'How much?' },
          { role: 'assistant', content },
        ],
      },
      says: `messages.1.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. ${MANUAL_THINKING}`,
      neighbour: {
        max_tokens: 2048,
        messages: [
          { role: 'user', content: 'How much?' },
          { role: 'assistant', content: 'The answer is' },
        ],
      },
      target: { model: 'claude-haiku-4-5' },
    }),
  ),
  {
    rule: 'THK-23',
    breaks: { thinking: { type: 'adaptive', block_binding: {} } },
    says: 'thinking.adaptive.block_binding: Extra inputs are not permitted',
    neighbour: { thinking: { type: 'adaptive' } },
  },
  {
    rule: 'OUT-01',
    breaks: {
      output_config: { format: { type: 'json_schema', schema: true } },
      messages: [{ role: 'user', content: [{ ...DOCUMENT, citations: { enabled: true } }] }],
    },
    says: 'messages.0.content.0.document.citations: citations cannot be used together with output_config.format',
    neighbour: {
      output_config: { format: { type: 'json_schema', schema: true } },
      messages: [{ role: 'user', content: [{ ...DOCUMENT, citations: { enabled: false } }] }],
    },
  },
  {
    rule: 'OUT-02',
    breaks: { output_config: { effort: 'low' } },
    says: 'This model does not support the effort parameter.',
    neighbour: { output_config: { effort: null } },
    target: { model: 'claude-haiku-4-5' },
  },
  {
    rule: 'OUT-02',
    breaks: { output_config: { effort: 'xhigh' } },
    says: "This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.",
    neighbour: { output_config: { effort: 'max' } },
    target: { model: 'claude-opus-4-6' },
  },
  {
    rule: 'OUT-02',
    breaks: { output_config: { effort: 'ultra' } },
    says: "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
    neighbour: { output_config: { effort: 'xhigh' } },
  },
]
