import type { Requirement } from './requirement-row.ts'

/** Seed 003: attachments, progress, signals. */
export const SEED_003_KINDS: readonly Requirement[] = [
  {
    id: '003:235-240',
    place: '8.6',
    says: '`AttachmentMessage`: `type`, `attachment`, `uuid`, `timestamp`; the union `Attachment`',
    files: [
      'message/attachment-message.ts',
      'message/attachment.ts',
      'packages/engine/src/session/collect-session-news.ts',
      'packages/engine/src/memory/create-plan-mode-notices.ts',
      'packages/engine/src/agents/find-lost-agents.ts',
      'packages/engine/src/agents/find-lost-agents.ts',
    ],
    units: [
      'message/attachment-message.test.ts "carries $type of seed 003"',
      'packages/engine/test/news.test.ts "is told with the next prompt, once, and after a resume too" "is called to mind when the model has not spoken of it for many answers" "is told at the first prompt, when it is left, and when it is entered again"',
      'packages/engine/test/background-agents.test.ts "by an interruption is named, brings no report, and the model hears of it"',
    ],
  },
  {
    id: '003:244',
    place: '8.6',
    says: '`edited_text_file`: a file was changed',
    files: [
      'message/attachment-file.ts',
      'api/render-attachment/render-file-attachments.ts',
      'packages/engine/src/memory/collect-edited-files.ts',
    ],
    units: [
      'api/render-attachment/render-file-attachments.test.ts "renders %s" (edited_text_file)',
      'packages/engine/test/files.test.ts "reads, edits and hears of what others changed, and no request is refused"',
    ],
  },
  {
    id: '003:245',
    place: '8.6',
    says: '`memory`: memory is told',
    files: ['message/attachment-memory.ts', 'api/render-attachment/render-memory-attachments.ts'],
    units: ['api/render-attachment/attachment-renderers.test.ts "renders %s" (memory)'],
  },
  {
    id: '003:246',
    place: '8.6',
    says: '`nested_memory`: a CLAUDE.md of a subfolder',
    files: [
      'message/attachment-memory.ts',
      'api/render-attachment/render-memory-attachments.ts',
      'packages/engine/src/memory/create-nested-memory.ts',
      'packages/engine/src/session/tell-nested-memory.ts',
    ],
    units: [
      'api/render-attachment/attachment-renderers.test.ts "renders %s" (nested_memory)',
      'packages/engine/test/news.test.ts "is told when a file in it is read, once a session and not again after a resume"',
    ],
  },
  {
    id: '003:247',
    place: '8.6',
    says: '`hook_stopped_continuation`: a hook stopped the work',
    files: ['message/attachment-hook.ts', 'api/render-attachment/render-hook-attachments.ts'],
    units: ['api/render-attachment/attachment-renderers.test.ts "renders %s" (hook_stopped_continuation)'],
  },
  {
    id: '003:248',
    place: '8.6',
    says: '`hook_permission_decision`: a hook decided; the model does not read it',
    files: ['message/attachment-hook.ts', 'api/render-attachment/render-hook-attachments.ts'],
    units: ['api/render-attachment/attachment-renderers.test.ts "renders %s" (hook_permission_decision)'],
  },
  {
    id: '003:249',
    place: '8.6',
    says: '`max_turns_reached`: the limit of turns; the model does not read it',
    files: [
      'message/attachment-record.ts',
      'api/render-attachment/attachment-renderers.ts',
      'packages/engine/src/query/query.ts',
    ],
    units: [
      'api/render-attachment/attachment-renderers.test.ts "renders %s" (max_turns_reached)',
      'packages/engine/test/loop.test.ts "stops after so many turns"',
    ],
  },
  {
    id: '003:250',
    place: '8.6',
    says: '`mcp_instructions_delta`: instructions of MCP servers came or went',
    files: [
      'message/attachment-tool.ts',
      'api/render-attachment/render-tool-attachments.ts',
      'packages/engine/src/session/collect-session-news.ts',
    ],
    units: [
      'api/render-attachment/attachment-renderers.test.ts "renders %s" (mcp_instructions_delta)',
      'packages/engine/test/news.test.ts "is told once, again behind a compaction, and so is who left"',
    ],
  },
  {
    id: '003:251',
    place: '8.6',
    says: '`skill_discovery`: skills that may help',
    files: ['message/attachment-tool.ts', 'api/render-attachment/render-tool-attachments.ts'],
    units: ['api/render-attachment/attachment-renderers.test.ts "renders %s" (skill_discovery)'],
  },
  {
    id: '003:252',
    place: '8.6',
    says: '`queued_command`: what the person typed meanwhile',
    files: [
      'message/attachment-inbox.ts',
      'api/render-attachment/render-inbox-attachments.ts',
      'packages/engine/src/conversation/prompt-queue.ts',
    ],
    units: [
      'api/render-attachment/attachment-renderers.test.ts "renders %s" (queued_command)',
      'packages/engine/test/queue.test.ts "is told to the model between two rounds of calls"',
    ],
  },
  {
    id: '003:254-259',
    place: '8.6',
    says: '`normalizeAttachmentForAPI(message)`: a user message, or null for what is not sent',
    files: ['api/render-attachment/normalize-attachment-for-api.ts'],
    units: [
      'api/render-attachment/normalize-attachment-for-api.test.ts "turns any JSON into null or into content that the API takes, the same each time"',
    ],
  },
  {
    id: '003:261-268',
    place: '8.7',
    says: '`ProgressMessage<P>`: `type`, `data`, `toolUseID`, `parentToolUseID`, `uuid`, `timestamp`',
    files: ['message/progress-message.ts'],
    units: ['message/progress-message.test.ts "carries $type to the call that it is about"'],
  },
  {
    id: '003:271',
    place: '8.7',
    says: '`BashProgress` (one of `ToolProgressData`): what a command prints while it runs',
    files: ['message/progress-message.ts', 'packages/engine/src/built-in-tools/shell/run-in-foreground.ts'],
    units: ['message/progress-message.test.ts "carries $type to the call that it is about"'],
  },
  {
    id: '003:272',
    place: '8.7',
    says: '`AgentToolProgress`: what a subagent does (`agent_progress`)',
    files: ['message/progress-message.ts', 'packages/engine/src/subagents/run-agent-in-foreground.ts'],
    units: [
      'packages/engine/test/tools.test.ts "Task runs a subagent with a log of its own, and shows what it does"',
    ],
  },
  {
    id: '003:273',
    place: '8.7',
    says: '`MCPProgress`: what a server says of a call that runs',
    files: ['message/progress-message.ts', 'packages/engine/src/mcp/create-mcp-tool.ts'],
  },
  {
    id: '003:274',
    place: '8.7',
    says: '`REPLToolProgress`: a call inside a shell or REPL',
    files: ['message/progress-message.ts'],
  },
  {
    id: '003:275',
    place: '8.7',
    says: '`SkillToolProgress`: what a skill does',
    files: ['message/progress-message.ts'],
  },
  {
    id: '003:276',
    place: '8.7',
    says: '`TaskOutputProgress`: waiting for the output of a task in the background',
    files: ['message/progress-message.ts', 'packages/engine/src/built-in-tools/shell/bash-output-tool.ts'],
  },
  {
    id: '003:277',
    place: '8.7',
    says: '`WebSearchProgress`: queries and how many results came',
    files: ['message/progress-message.ts'],
  },
  {
    id: '003:278',
    place: '8.7',
    says: 'progress is sent to no model; progress is stored in no log',
    files: ['api/omit-unsent.ts', 'log/plan-recording.ts'],
    units: [
      'api/omit-unsent.test.ts "%s: %j" (SEED-progress)',
      'log/plan-recording.test.ts "keeps messages and drops signals" "does not hang a message off progress"',
    ],
  },
  {
    id: '003:279-292',
    place: '8.7',
    says: '`createProgressMessage({ toolUseID, parentToolUseID, data })`',
    files: ['message/progress-message.ts'],
    units: ['message/progress-message.test.ts "carries $type to the call that it is about"'],
  },
  {
    id: '003:294-300',
    place: '8.8',
    says: '`ToolUseSummaryMessage`: `type` `tool_use_summary`, `summary`, `precedingToolUseIds`, `uuid`, `timestamp`; `createToolUseSummaryMessage(summary, toolUseIds)`',
    files: ['message/signal.ts'],
    units: [
      'wire/to-wire-events.test.ts "shows a summary of calls by their ids, under either name of the field"',
      'message/signal.test.ts "says what a batch of calls did and which calls they were"',
    ],
  },
  {
    id: '003:301-317',
    place: '8.8',
    says: '`generateToolUseSummary` with `tools`, `signal`, `lastAssistantText` (as `describeMessages`): a small model (Haiku, about 1 s) sums up while the next answer streams (5 to 30 s), never blocking, null on failure; the summary is yielded when the next iteration begins (`pendingToolUseSummary` (as `createPendingSummaries`))',
    files: [
      'packages/engine/src/summaries/summarize-calls.ts',
      'packages/engine/src/query/pending-summaries.ts',
      'packages/engine/src/query/pending-summaries.ts',
    ],
    units: [
      'packages/engine/test/summaries.test.ts "hold nothing up: the next answer comes while the summary is still being made" "are asked of the small model with the calls, their results and the last words, and leave the cache alone" "tell what each batch did, with the ids of its calls, and are not stored"',
    ],
  },
  {
    id: '003:319-333',
    place: '8.9',
    says: '`TombstoneMessage`: `type` `tombstone`, `message`; on a fallback (`streamingFallbackOccured`) each answer that was shown gets a tombstone (as `createTombstoneMessage`), and the loop begins again; the screen removes what a tombstone names',
    files: ['message/signal.ts', 'packages/engine/src/query/stream-answer.ts', 'ui/collect-pieces.ts'],
    units: [
      'message/signal.test.ts "takes back the very answer that was shown"',
      'packages/engine/test/loop.test.ts "takes back what was shown of a broken answer" "goes on with the fallback model where the first stays overloaded"',
      'ui/build-view.test.ts "hides what was taken back"',
    ],
  },
  {
    id: '003:325',
    place: '8.9',
    says: 'a broken or replaced stream takes back what was shown (as `createTombstoneMessage`), also after a call of it has started',
    why: 'A call that ran has changed the world: its answer stays, with its result, and the loop goes on from there (docs/decisions, keep an answer whose calls ran).',
    files: ['message/signal.ts', 'packages/engine/src/query/stream-answer.ts'],
  },
]
