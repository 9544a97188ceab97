import type { Requirement } from './requirement-row.ts'

/** Seed 000: messages and blocks. */
export const SEED_000: readonly Requirement[] = [
  {
    id: '000:24',
    place: '概述',
    says: 'JSONL: one JSON object a line, a message each; several types',
    files: ['log/line-codec.ts'],
    units: [
      'log/line-codec.test.ts "reads an entry a line and says where it stands" "comes back byte for byte, in stretches without a gap"',
    ],
  },
  {
    id: '000:33-44',
    place: '消息类型 1',
    says: '`UserMessage`: `type`, `uuid`, `timestamp`, `message`, `role`, `content`; what the log adds to each message: `sessionId`, `parentUuid`, `isSidechain`, `userType`, `cwd`, `version`',
    files: ['message/user-message.ts', 'log/transcript-entry.ts'],
    units: [
      'message/seed-fields.test.ts "has every field of the seeds, and the factory keeps each"',
      'log/seed-000-entries.test.ts "are one JSON object a line, and come back from their bytes with every field" "are known for what they are"',
    ],
  },
  {
    id: '000:38',
    place: '消息类型 1',
    says: '`parentUuid` makes the conversation a tree; null at the root',
    files: ['log/build-conversation.ts', 'log/link-parents.ts'],
    units: [
      'log/build-conversation.test.ts "reads a chain from its root to its leaf, without a word of repair" "takes the branch in which somebody spoke last and lists the other"',
    ],
  },
  {
    id: '000:39',
    place: '消息类型 1',
    says: "`isSidechain`: a subagent's messages stand apart",
    files: ['log/transcript-entry.ts', 'log/list-branches.ts'],
    units: [
      `log/build-conversation.test.ts "lists subagents by their id, or by their root" "reads a subagent's own file as its conversation"`,
    ],
  },
  {
    id: '000:45',
    place: '消息类型 1',
    says: 'the content of a user message is a list of `ContentBlock`; a typed prompt is stored as a string',
    why: 'Claude Code stores typed prompts as a string and both forms are read (docs/formats.md, "Where real files differ").',
    files: [
      'packages/engine/src/turn/store-prompt.ts',
      'packages/contract/src/content-block.ts',
      'message/user-message.ts',
    ],
  },
  {
    id: '000:47-51',
    place: '消息类型 1',
    says: "`toolUseResult` with the tool's own data (oldTodos, newTodos …) is kept as it came",
    files: ['message/tool-result-message.ts'],
    units: [
      'message/tool-result-message.test.ts "stores a result twice: what the model reads, and what the tool returned"',
    ],
  },
  {
    id: '000:55-57',
    place: '消息类型 1',
    says: 'a user message may carry `text` and `tool_result`',
    files: ['message/message-blocks.ts'],
    units: ['message/message-blocks.test.ts "a %s message with a %s block: %s"'],
  },
  {
    id: '000:64-91',
    place: '消息类型 2',
    says: '`AssistantMessage`: `id`, `type`, `role`, `model`, `content`, `stop_reason`, `stop_sequence`, `usage`',
    files: ['message/assistant-message.ts'],
    units: [
      'message/seed-fields.test.ts "has every field of the seeds, and the factory keeps those that it is given"',
    ],
  },
  {
    id: '000:80',
    place: '消息类型 2',
    says: '`stop_reason` of an answer: one answer is several entries, block by block, and only the last carries it',
    why: 'A block is shown and stored when it is complete, long before the answer ends, as in the files of Claude Code (docs/formats.md).',
    files: ['model-stream/accumulate-assistant.ts', 'message/assistant-message.ts'],
  },
  {
    id: '000:93',
    place: '消息类型 2',
    says: '`requestId` of an answer: the API’s own name of the request',
    files: ['message/assistant-message.ts', 'model-stream/accumulate-assistant.ts'],
  },
  {
    id: '000:94',
    place: '消息类型 2',
    says: '`isApiErrorMessage`: an API error stands in an answer’s place',
    files: ['message/assistant-message.ts', 'packages/engine/src/query/ask-model.ts'],
    units: [
      'message/seed-fields.test.ts "has every field of the seeds, and the factory keeps those that it is given"',
      'packages/engine/test/loop.test.ts "gives up on what cannot be cured, and says so"',
    ],
  },
  {
    id: '000:98-100',
    place: '消息类型 2',
    says: 'an assistant message may carry `text` and `tool_use`',
    files: ['message/message-blocks.ts'],
    units: ['message/message-blocks.test.ts "a %s message with a %s block: %s"'],
  },
  {
    id: '000:107-115',
    place: '消息类型 3',
    says: '`init` as a message with `timestamp` and `version` (`createInitMessage`)',
    files: ['message/system-message.ts', 'message/create-system-message.ts'],
  },
  {
    id: '000:107-122',
    place: '消息类型 3',
    says: '`SystemMessage` with `subtype` `init`: `cwd`, `tools`, `mcp_servers` (`name`, `status`), `model`, `permissionMode`',
    files: ['message/system-message.ts'],
    units: [
      'message/seed-fields.test.ts "begin a session with every field of the seed" "may use a key of the source %s"',
    ],
  },
  {
    id: '000:113',
    place: '消息类型 3',
    says: '`apiKeySource`: `user`, `project`, `org`, `temporary`',
    files: ['message/system-message.ts', 'packages/host/src/headless/to-init-event.ts'],
  },
  {
    id: '000:122',
    place: '消息类型 3',
    says: '`PermissionMode`: `default`, `acceptEdits`, `bypassPermissions`, `plan`',
    files: ['message/permission-mode.ts'],
    units: ['message/seed-fields.test.ts "may be typed in the mode %s"'],
  },
  {
    id: '000:126',
    place: '消息类型 3',
    says: 'system messages have no content blocks',
    files: ['message/message-blocks.ts'],
    units: ['message/message-blocks.test.ts "gives %s fields instead of blocks" (system)'],
  },
  {
    id: '000:133-151',
    place: '消息类型 4',
    says: '`ResultMessage`: `subtype` (`success`, `error_max_turns`, `error_during_execution`), `uuid`, `duration_ms`, `duration_api_ms`, `num_turns`, `is_error`, `result`, `total_cost_usd`, `usage`',
    files: ['message/result-message.ts'],
    units: [
      'message/seed-fields.test.ts "close a run with every field of the seed" "close a failed run as %s"',
    ],
  },
  {
    id: '000:136-138',
    place: '消息类型 4',
    says: 'a result carries its session and a `timestamp`',
    files: ['message/result-message.ts', 'packages/host/src/headless/to-result-event.ts'],
  },
  {
    id: '000:154',
    place: '消息类型 4',
    says: 'result messages have no content blocks',
    files: ['message/message-blocks.ts'],
    units: ['message/message-blocks.test.ts "gives %s fields instead of blocks" (result)'],
  },
  {
    id: '000:158-512',
    place: '注意事项 4',
    says: 'compaction leaves a summary behind; ours appends a boundary and rewrites no file',
    why: 'What was acknowledged stays on disk byte for byte; a rewrite could lose it in a crash, and the boundary says the same.',
    files: ['log/build-conversation.ts', 'log/follow-compaction.ts', 'log/collect-titles.ts'],
    units: [
      'log/build-conversation-compaction.test.ts "reads on before a boundary by its logical parent"',
      'log/build-conversation.test.ts "collects the names of the conversation, of each kind the last"',
    ],
  },
  {
    id: '000:161-168',
    place: '消息类型 5',
    says: '`SummaryMessage`: `summary`, `leafUuid`, `uuid`, `sessionId`, `timestamp`; a summary names the conversation that ends at `leafUuid`',
    files: ['message/summary-message.ts', 'log/collect-titles.ts'],
    units: [
      'log/seed-000-entries.test.ts "are one JSON object a line, and come back from their bytes with every field" "are known for what they are" "make a conversation from its root to the leaf that the summary names" "take no name from the summary of another conversation"',
    ],
  },
  {
    id: '000:171',
    place: '消息类型 5',
    says: 'summary messages have no content blocks',
    files: ['message/message-blocks.ts'],
    units: ['message/message-blocks.test.ts "gives %s fields instead of blocks" (summary)'],
  },
  {
    id: '000:182-211',
    place: '内容块类型 1',
    says: '`TextBlock`: `type`, `text`; `ToolUseBlock`: `tool_use`, `id`, `name`, `input` of any shape; `ToolResultBlock`: `tool_result`, `tool_use_id`, `content` (text or blocks), `is_error`',
    files: ['packages/contract/src/content-block.ts'],
    units: [
      'message/seed-fields.test.ts "hold the blocks of the seeds, each where its message may carry it"',
    ],
  },
  {
    id: '000:216-222',
    place: '内容块类型',
    says: 'blocks occur in user and assistant messages only; the table of message types and block types (as `BLOCKS_BY_MESSAGE_TYPE`)',
    files: ['message/message-blocks.ts'],
    units: [
      'message/message-blocks.test.ts "gives %s fields instead of blocks" "a %s message with a %s block: %s"',
    ],
  },
  {
    id: '000:230-262',
    place: '完整数据模型',
    says: '`ContentBlock`, the union of blocks; unknown ones pass through; `Message`, the union of messages, with result and summary (as `AnyMessage`); `APIUserMessage`: `role`, `content` a string or blocks; `APIAssistantMessage`: `id`, `type`, `role`, `model`, `content`, `stop_reason`, `stop_sequence`, `usage`; `Usage`: `input_tokens`, `output_tokens`, `cache_creation_input_tokens`, `cache_read_input_tokens`, `service_tier`, `server_tool_use`, `web_search_requests`',
    files: [
      'packages/contract/src/content-block.ts',
      'message/message.ts',
      'message/user-message.ts',
      'message/assistant-message.ts',
      'message/usage.ts',
    ],
    units: [
      'packages/contract/src/content-block.test.ts "takes %j" (never_seen)',
      'message/seed-fields.test.ts "hold seven types of messages, of which five are history" "has every field of the seeds, and the factory keeps each" "has every field of the seeds, and the factory keeps those that it is given"',
      'message/usage.test.ts "is the whole usage object of seed 004 with every count at zero"',
    ],
  },
  {
    id: '000:265-316',
    place: '工具调用流程',
    says: 'request → call → result → answer: four messages, the result names its call',
    files: ['api/normalize-messages-for-api.ts'],
    units: [
      'api/seed-000-examples.test.ts "call a tool in four messages, of which the result names its call"',
    ],
  },
  {
    id: '000:320-390',
    place: '实际示例',
    says: 'the example of a simple conversation; the example of a call and its result; text and several calls in one answer',
    files: ['api/normalize-messages-for-api.ts'],
    units: [
      'api/seed-000-examples.test.ts "ask and answer" "read a file" "speak and call two tools in one answer; each call gets its result"',
    ],
  },
]
