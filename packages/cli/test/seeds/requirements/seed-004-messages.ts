import type { Requirement } from './requirement-row.ts'

/** Seed 004: types, factories, results of tools. */
export const SEED_004_MESSAGES: readonly Requirement[] = [
  {
    id: '004:7-16',
    place: '5.1',
    says: 'the names that a query uses: `AssistantMessage`, `AttachmentMessage`, `Message`, `RequestStartEvent`, `StreamEvent`, `ToolUseSummaryMessage`, `UserMessage`, `TombstoneMessage`',
    files: ['message/message.ts'],
    units: ['message/seed-fields.test.ts "hold seven types of messages, of which five are history"'],
  },
  {
    id: '004:22-90',
    place: '5.1 图',
    says: '`UserMessage`: `type`, `uuid`, `timestamp`, `message`, `isMeta`, `isVirtual`, `isCompactSummary`, `toolUseResult`, `sourceToolAssistantUUID`, `permissionMode`, `origin`, `imagePasteIds`; `AssistantMessage`: `type`, `uuid`, `timestamp`, `content`, `usage`, `model`, `stop_reason`, `requestId`, `apiError`, `error`, `isApiErrorMessage`, `isVirtual`, `advisorModel`; `SystemMessage`: `type`, `subtype`, `uuid`, `timestamp`, `content`; `ProgressMessage`: `toolUseID`, `parentToolUseID`, `data` (`Progress`); `AttachmentMessage`: `attachment`; `TombstoneMessage`: `message`; `StreamEvent`: `type` `stream_event`, `event` a `MessageStreamEvent` (as `ModelStreamEvent`); `RequestStartEvent`: `type` `stream_request_start`',
    files: [
      'message/user-message.ts',
      'message/assistant-message.ts',
      'message/system-message.ts',
      'message/progress-message.ts',
      'message/attachment-message.ts',
      'message/signal.ts',
    ],
    units: [
      'message/seed-fields.test.ts "has every field of the seeds, and the factory keeps each" "has every field of the seeds, and the factory keeps those that it is given" "name the calls of a summary, the answer of a tombstone, the event of a stream"',
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others"',
      'message/progress-message.test.ts "carries $type to the call that it is about"',
      'message/attachment-message.test.ts "carries $type of seed 003"',
      'message/signal.test.ts "takes back the very answer that was shown"',
      'wire/to-wire-events.test.ts "passes a raw event of the model on, with a name of its own"',
    ],
  },
  {
    id: '004:85-90',
    place: '5.1 图',
    says: '`ToolUseSummaryMessage`: `summary`, `toolUseIds`',
    why: 'Seed 003 and the wire of Claude Code call the field precedingToolUseIds; that is written, and readers take both names (docs/formats.md).',
    files: ['message/signal.ts'],
    units: [
      'wire/to-wire-events.test.ts "shows a summary of calls by their ids, under either name of the field"',
    ],
  },
  {
    id: '004:91-109',
    place: '5.1 图',
    says: 'five edges below `Message`: user, assistant, system, progress, attachment; fourteen edges below `SystemMessage`, with `SystemAPIErrorMessage`; `api_error`: a request failed (as `createSystemAPIErrorMessage`)',
    files: [
      'message/message.ts',
      'message/system-message.ts',
      'message/create-system-message.ts',
      'packages/engine/src/query/ask-model.ts',
    ],
    units: [
      'message/seed-fields.test.ts "hold seven types of messages, of which five are history"',
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (api_error)',
      'packages/engine/test/loop.test.ts "tries again after errors, and shows each"',
    ],
  },
  {
    id: '004:111-130',
    place: '5.1 判别',
    says: '`type` decides: a `switch` over it narrows each branch, and a member that is not handled breaks the build (as `assertNever`); `normalizeMessage`: what a message becomes for the program that drives the agent (as `toWireEvents`)',
    files: ['packages/contract/src/json.ts', 'wire/to-wire-events.ts'],
    units: [
      'message/json.test.ts "names the case that a switch forgot"',
      'wire/to-wire-events.test.ts "shows an answer whole, with its request, under the call of its subagent"',
    ],
  },
  {
    id: '004:132-140',
    place: '5.1 多面性',
    says: "a person's words (as `isHumanTurn`); a tool's result, known by its `tool_result` block; `toolUseResult` and `sourceToolAssistantUUID` beside it",
    files: ['message/message-guards.ts', 'message/tool-result-message.ts'],
    units: [
      `message/user-message.test.ts "is $use" (a person's words)`,
      'message/tool-result-message.test.ts "stores a result twice: what the model reads, and what the tool returned"',
    ],
  },
  {
    id: '004:135',
    place: '5.1 多面性',
    says: 'meta messages are not shown to a person; the model reads them',
    files: ['ui/to-person-item.ts'],
    units: [
      'ui/build-view.test.ts "hides meta messages and shows virtual ones, marked, unless told otherwise"',
    ],
  },
  {
    id: '004:139',
    place: '5.1 多面性',
    says: 'virtual messages are shown and not sent',
    files: ['ui/build-view.ts', 'api/omit-unsent.ts'],
    units: [
      'ui/build-view.test.ts "hides meta messages and shows virtual ones, marked, unless told otherwise"',
    ],
  },
  {
    id: '004:142-188',
    place: '5.1 元数据',
    says: '`baseCreateAssistantMessage`: its defaults, field by field (`id` and `uuid` random, `container` null, `stop_reason` `stop_sequence`, empty `stop_sequence`, `context_management` null); the whole usage object: `input_tokens`, `output_tokens`, `cache_creation_input_tokens`, `cache_read_input_tokens`, `server_tool_use`, `web_search_requests`, `web_fetch_requests`, `service_tier`, `cache_creation`, `ephemeral_1h_input_tokens`, `ephemeral_5m_input_tokens`, `inference_geo`, `iterations`, `speed`',
    files: ['message/assistant-message.ts', 'message/usage.ts'],
    units: [
      'message/assistant-message.test.ts "makes the message of seed 004, field by field" "gives the message and the answer in it different ids"',
      'message/usage.test.ts "is the whole usage object of seed 004 with every count at zero"',
    ],
  },
  {
    id: '004:189',
    place: '5.1 元数据',
    says: '`isSyntheticApiErrorMessage` knows an error by `SYNTHETIC_MODEL` and its mark',
    files: ['message/message-guards.ts'],
    units: [
      'message/message-guards.test.ts "takes no error that a model wrote, and none that is not marked"',
    ],
  },
  {
    id: '004:190-198',
    place: '5.1 墓碑',
    says: 'a tombstone is an event that takes back, no edit of history; the screen removes the message',
    files: ['ui/collect-pieces.ts'],
    units: ['ui/build-view.test.ts "hides what was taken back"'],
  },
  {
    id: '004:201',
    place: '5.1 子类型',
    says: '`local_command`: a local command such as /compact, its input and its output (as `createCommandInputMessage`)',
    files: ['message/create-system-message.ts', 'packages/engine/src/session/command-messages.ts'],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (local_command)',
      'packages/engine/test/system-messages.test.ts "is stored with its output and a caveat, and read by the model on the next turn"',
    ],
  },
  {
    id: '004:206-245',
    place: '5.2 工厂',
    says: '`createUserMessage` with `isVisibleInTranscriptOnly`, `isCompactSummary`, `mcpMeta`, `imagePasteIds`, `permissionMode`, `origin`; empty content becomes `NO_CONTENT_MESSAGE`; a missing `uuid` is made; a missing `timestamp` is now',
    files: ['message/user-message.ts'],
    units: [
      'message/seed-fields.test.ts "has every field of the seeds, and the factory keeps each"',
      'message/user-message.test.ts "never leaves the content empty: %j" "keeps the uuid and time that it is given, and makes a uuid in place of an empty one"',
    ],
  },
  {
    id: '004:247-261',
    place: '5.2 工厂',
    says: '`createAssistantMessage`: a string becomes one text block, an empty one `NO_CONTENT_MESSAGE`',
    files: ['message/assistant-message.ts'],
    units: [
      'message/assistant-message.test.ts "makes the message of seed 004, field by field" "never leaves the content empty: %j"',
    ],
  },
  {
    id: '004:263-277',
    place: '5.2 工厂',
    says: '`createProgressMessage<P>`: each tool brings its own type of data',
    files: ['message/progress-message.ts'],
    units: ['message/progress-message.test.ts "carries $type to the call that it is about"'],
  },
  {
    id: '004:280-292',
    place: '5.2 常量',
    says: "`INTERRUPT_MESSAGE`, `CANCEL_MESSAGE`, `REJECT_MESSAGE`, `SYNTHETIC_MESSAGES`; synthetic messages do not count as a person's words (`isSyntheticMessage`, `isHumanTurn`)",
    files: ['message/synthetic-texts.ts', 'message/message-guards.ts'],
    units: [
      'message/synthetic-texts.test.ts "says exactly %s" "begins a cancellation and a rejection as the seeds do" "holds the five texts of the seeds and no other"',
      'message/user-message.test.ts "is told apart: one result, one signal, one summary"',
    ],
  },
  {
    id: '004:295-299',
    place: '5.2 UUID',
    says: '`deriveUUID`: splitting twice gives the same uuids',
    files: ['message/uuid.ts'],
    units: [
      'message/uuid.test.ts "gives different indexes different uuids and the same index the same one"',
      'ui/normalize-messages.test.ts "gives the same for the same log, and a beginning of it for a beginning (law)"',
    ],
  },
  {
    id: '004:302-316',
    place: '5.3 编码',
    says: 'a result is a user message with one `tool_result`: `content`, `is_error`, `tool_use_id` (as `createToolResultMessage`); stored twice: `content` for the model, `toolUseResult` as the tool returned it; `sourceToolAssistantUUID` names the answer that called',
    files: ['message/tool-result-message.ts'],
    units: [
      'message/tool-result-message.test.ts "stores a result twice: what the model reads, and what the tool returned"',
    ],
  },
  {
    id: '004:318',
    place: '5.3 占位符',
    says: '`yieldMissingToolResultBlocks` is what answers open calls after an interruption or an error',
    why: 'The loop asks its view what is missing (missingMessages): only calls that are open are answered, in the same shape, with uuids that are the same each time, so that what was sent stays as it was; the seed’s function stands beside it for loops without a view.',
    files: [
      'message/tool-result-message.ts',
      'api/missing-messages.ts',
      'packages/engine/src/query/query.ts',
    ],
  },
  {
    id: '004:319-342',
    place: '5.3 占位符',
    says: '`yieldMissingToolResultBlocks(assistantMessages, errorMessage)`: every call gets an error as its result',
    files: ['message/tool-result-message.ts'],
    units: [
      'message/tool-result-message.test.ts "answers every call of every answer with the error, in the order of the calls" "says nothing where nothing was called"',
    ],
  },
  {
    id: '004:347-348',
    place: '5.3 占位符',
    says: '`SYNTHETIC_TOOL_RESULT_PLACEHOLDER` = `[Tool result missing due to internal error]`; training data with the placeholder (`SYNTHETIC_TOOL_RESULT_PLACEHOLDER`) is refused, stored or to be inserted, and the message is named',
    files: ['message/synthetic-texts.ts', 'packages/transcript/src/export/export-training.ts'],
    units: [
      'message/synthetic-texts.test.ts "says exactly %s" (SYNTHETIC_TOOL_RESULT_PLACEHOLDER)',
      'packages/transcript/src/export/export-training.test.ts "refuses a history that contains the placeholder, and says where" "refuses a history for which the placeholder would have to be made, and says whose call it is" "keeps the contract and never lets the placeholder through, whatever the history (law)"',
    ],
  },
  {
    id: '004:352-356',
    place: '5.3 拒绝',
    says: '`REJECT_MESSAGE`: a person refused; `SUBAGENT_REJECT_MESSAGE`: refused in a subagent',
    files: ['message/synthetic-texts.ts', 'message/rejection-texts.ts'],
    units: [
      'message/synthetic-texts.test.ts "begins a cancellation and a rejection as the seeds do"',
      'message/rejection-texts.test.ts "do not speak of a person to a subagent, where nobody can be asked"',
    ],
  },
  {
    id: '004:357',
    place: '5.3 拒绝',
    says: 'the classifier of auto mode refuses with `buildYoloRejectionMessage`',
    files: ['message/rejection-texts.ts'],
  },
  {
    id: '004:357-361',
    place: '5.3 拒绝',
    says: '`buildYoloRejectionMessage(reason)`: `AUTO_MODE_REJECTION_PREFIX`, reason, other tasks, guidance, `ruleHint` (as `RULE_HINT`)',
    files: ['message/rejection-texts.ts'],
    units: [
      'message/rejection-texts.test.ts "names the reason, sends the model on, guides it, and tells how a person can allow it, in this order"',
    ],
  },
  {
    id: '004:364-369',
    place: '5.3 拒绝',
    says: '`DENIAL_WORKAROUND_GUIDANCE`, its first sentences to the letter',
    files: ['message/rejection-texts.ts'],
    units: ['message/rejection-texts.test.ts "says: %s"'],
  },
]
