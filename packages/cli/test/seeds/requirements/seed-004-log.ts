import type { Requirement } from './requirement-row.ts'

/** Seed 004: the flow of data, the log, both views. */
export const SEED_004_LOG: readonly Requirement[] = [
  {
    id: '004:371-394',
    place: '5.3 数据流',
    says: 'input → REPL → `QueryEngine`.`submitMessage` (as `submit`) → `createUserMessage`; the prompt is recorded before the API is called; the stream → `AssistantMessage` with content and usage (as `createAssistantAccumulator`); `StreamingToolExecutor`: `addTool` (as `add`), `tool.call(input, context)` (as `prepare` and `run`), `ToolResult` (as `ToolOutcome`) → a user message with the result, yielded; results go back, are recorded, and the next round begins',
    files: [
      'packages/engine/src/query-engine.ts',
      'packages/engine/src/turn/submit-prompt.ts',
      'packages/engine/src/turn/store-prompt.ts',
      'model-stream/accumulate-assistant.ts',
      'packages/engine/src/query/streaming-tool-executor.ts',
      'packages/engine/src/query/run-call.ts',
      'packages/engine/src/query/query.ts',
      'packages/engine/src/query/stream-answer.ts',
    ],
    units: [
      'packages/engine/test/loop.test.ts "answers a prompt" "starts a call while the rest of the answer still streams" "runs calls, tells their results in the order of the calls, and asks again"',
      'packages/cli/test/agent-process.test.ts "loses nothing when it is killed in the middle of a turn: the next one goes on, and no request is refused"',
      'model-stream/accumulate-assistant.test.ts "tells usage and stop reason at the end, as a copy of the last entry"',
      'packages/engine/src/query/streaming-tool-executor.test.ts "answers every call in its order, and lets nothing run beside one that must run alone (law)"',
    ],
  },
  {
    id: '004:373',
    place: '5.3 数据流',
    says: 'the REPL in a terminal shows what the engine yields',
    files: ['packages/cli/src/chat/repl.ts', 'packages/cli/src/chat/talk.ts'],
  },
  {
    id: '004:396-405',
    place: '5.3 管线',
    says: 'the pipeline: filter (progress, virtual, synthetic errors) → attachments → merge → system to user → media → user and assistant in turn',
    files: ['api/open-exchange.ts', 'api/api-steps.ts', 'api/place-exchange.ts'],
    units: [
      'api/seed-004-pipeline.test.ts "takes a log of every type to user and assistant in turn" "reports each message that it left out, and each block that it changed"',
    ],
  },
  {
    id: '004:410-443',
    place: '5.4 录制',
    says: 'JSONL on disk; `recordTranscript(messages, teamInfo?, startingParentUuidHint?, allMessages?)` (planned by `planRecording`); `cleanMessagesForLogging(messages, allMessages)`; `getSessionMessages`, the set of recorded uuids (as `recordedUuids`); `isChainParticipant`: all but progress; `insertMessageChain`: each entry hangs on the one before it (as `toEntries`); the last recorded uuid is returned, or the starting parent, or null (as `lastUuid`)',
    files: [
      'log/encode-entry.ts',
      'packages/transcript/src/file-store/file-store.ts',
      'packages/transcript/src/record/recorder.ts',
      'log/plan-recording.ts',
      'packages/transcript/src/record/live-history.ts',
      'message/message-guards.ts',
    ],
    units: [
      'log/encode-entry.test.ts "writes one line and keeps the order of keys" "is read back as it was, whatever it holds"',
      'packages/transcript/src/record/create-recorder.test.ts "writes what is new, each entry behind the one before it, and returns the last" "takes the end of a history too" "writes nothing twice"',
      'log/plan-recording.test.ts "writes only what is new, behind what is recorded" "is read back as the loop had it, compaction with kept messages included" "keeps messages and drops signals" "drops what exists for the screen only, and the results of such calls" "writes nothing twice, and still says where the chain ends" "hangs each entry on the one before it, links first in the line" "begins anew at a compact boundary and keeps the link to the archive" "begins a log without a parent"',
      'message/message-guards.test.ts "takes its own and nothing else" (isChainParticipant)',
    ],
  },
  {
    id: '004:445',
    place: '5.4 决策',
    says: 'incremental: only what is new is written',
    files: ['log/plan-recording.ts'],
    units: ['log/plan-recording.test.ts "writes only what is new, behind what is recorded"'],
  },
  {
    id: '004:446',
    place: '5.4 决策',
    says: '`startingParentUuid` carries the chain on',
    files: ['log/plan-recording.ts'],
    units: [
      'log/plan-recording.test.ts "starts where the caller says, until a recorded message says better"',
    ],
  },
  {
    id: '004:447',
    place: '5.4 决策',
    says: 'only a recorded prefix moves `startingParentUuid`: after a compaction the boundary stands before kept messages',
    files: ['log/plan-recording.ts'],
    units: [
      'log/plan-recording.test.ts "moves the parent by a recorded prefix only: kept messages stand behind a new boundary"',
    ],
  },
  {
    id: '004:451-458',
    place: '5.4 Crashproof',
    says: 'user messages are durable before the query (`await`), assistant messages never wait',
    files: ['packages/transcript/src/record/create-recorder.ts'],
    units: [
      `packages/transcript/src/record/create-recorder.test.ts "a prompt takes along the words that still wait, and one append is enough" "in bare mode prompts do not wait either" "the model's words do not wait and are written within the lazy time"`,
    ],
  },
  {
    id: '004:453',
    place: '5.4 Crashproof',
    says: '`isBareMode`: scripts do not wait for the prompt to be durable',
    files: ['packages/transcript/src/record/create-recorder.ts'],
  },
  {
    id: '004:460-463',
    place: '5.4 Crashproof',
    says: 'a log with queue operations only is no conversation (`getLastSessionLog`) (as `buildConversation`)',
    files: ['log/build-conversation.ts'],
    units: ['log/build-conversation.test.ts "finds no conversation in a log of queue operations and titles"'],
  },
  {
    id: '004:465-470',
    place: '5.4 Crashproof',
    says: 'usage and stop reason arrive with `message_delta`, after the entry was yielded: a later copy carries them; the write queue waits 100 ms, and writes what an answer is by then',
    files: [
      'model-stream/accumulate-assistant.ts',
      'message/model-stream-event.ts',
      'packages/transcript/src/record/create-recorder.ts',
    ],
    units: [
      'model-stream/accumulate-assistant.test.ts "tells usage and stop reason at the end, as a copy of the last entry"',
      `packages/transcript/src/record/create-recorder.test.ts "the model's words do not wait and are written within the lazy time" "is written as it is then, where the object was changed" "is written as it came last, where it came again"`,
    ],
  },
  {
    id: '004:472-484',
    place: '5.4 Compact',
    says: '`compactMetadata`, `preservedSegment`, `tailUuid`; the kept tail is written before the boundary (as `preservedTail`); `applyPreservedSegmentRelinks` walks from tail to head; without the tail the links stay',
    files: [
      'message/system-message.ts',
      'log/plan-recording.ts',
      'packages/transcript/src/record/live-history.ts',
      'log/apply-preserved-segment-relinks.ts',
    ],
    units: [
      'message/create-system-message.test.ts "makes $subtype with uuid, time and its own fields, and no others" (preservedSegment)',
      'packages/transcript/src/record/recorder-compaction.test.ts "kept messages that stand %s are recorded before it"',
      'log/plan-recording.test.ts "is the history up to the last kept message" "is empty where nothing was kept, or what was kept is not there"',
      'log/apply-preserved-segment-relinks.test.ts "walks from tail to head and hangs the head off the anchor, what followed off the tail" "leaves the links alone without %s"',
    ],
  },
  {
    id: '004:488-495',
    place: '5.5 API',
    says: '`normalizeMessagesForAPI(messages, tools = [])`, `availableToolNames`',
    files: ['api/normalize-messages-for-api.ts', 'api/steps/resolve-tool-references.ts'],
    units: ['api/seed-004-pipeline.test.ts "stay for the tools at hand" "go where no tool is given"'],
  },
  {
    id: '004:497-501',
    place: '5.5 一',
    says: 'filter: progress, virtual, synthetic API errors (as `unsentReason`)',
    files: ['api/omit-unsent.ts'],
    units: [
      'api/omit-unsent.test.ts "%s: %j" (SEED-progress) "%s: %j" (SEED-virtual) "%s: %j" (SEED-api-error)',
    ],
  },
  {
    id: '004:503',
    place: '5.5 二',
    says: '`reorderAttachmentsForAPI`: nothing stands between results; results come first, attachments after them',
    why: 'Seed 004 says before their tool result, seed 001 and its worked example show them behind it; the API wants results first in a message, so behind it is.',
    files: ['api/reorder-attachments-for-api.ts', 'api/steps/results-first.ts'],
    units: [
      'api/reorder-attachments-for-api.test.ts "%s" (stops behind a tool result)',
      'api/steps/results-first.test.ts "moves results before everything else and keeps the order within"',
    ],
  },
  {
    id: '004:504-514',
    place: '5.5 三',
    says: 'neighbouring user messages are merged (`mergeUserMessages`)',
    files: ['api/merge-user-messages.ts'],
    units: [
      'api/merge-user-messages.test.ts "puts the blocks in order, strings as blocks, results before all else"',
    ],
  },
  {
    id: '004:515-524',
    place: '5.5 四',
    says: '`local_command` → user, with its content, `uuid`, `timestamp`',
    files: ['message/message-guards.ts', 'api/steps/to-pieces.ts', 'api/finish-exchange.ts'],
    units: [
      'api/seed-004-pipeline.test.ts "sends a local command as a user message with its own uuid and time"',
    ],
  },
  {
    id: '004:525-536',
    place: '5.5 五',
    says: 'media that the API refused is taken out (as `stripRefusedMedia`)',
    files: ['api/steps/strip-refused-media.ts'],
    units: [
      'api/steps/strip-refused-media.test.ts "takes an image out of the message that carried it, and leaves its words" "sends the rest of the conversation on, turn after turn"',
    ],
  },
  {
    id: '004:537-561',
    place: '5.5 UI',
    says: '`normalizeMessages`: one block a message; `isNewChain`: after the first split all uuids are derived; no two messages share a uuid',
    files: ['ui/normalize-messages.ts', 'ui/uuid-registry.ts'],
    units: [
      'ui/normalize-messages.test.ts "makes one message of each block" "keeps uuids until a message is split, and derives all after it" "does exactly what the seed says where no two messages share 24 characters (law)" "gives every part a uuid of its own (law)"',
    ],
  },
  {
    id: '004:562',
    place: '5.5 顺序',
    says: '`reorderMessagesInUI` is what a screen uses',
    why: 'Screens draw stories, which nest what a flat list cannot; they are built from groupToolMessages, of which the seed’s function is made, too: the order is the same, and the function stands beside them for flat lists.',
    files: ['ui/reorder-messages-in-ui.ts', 'ui/group-tool-messages.ts', 'ui/build-view.ts'],
  },
  {
    id: '004:562-587',
    place: '5.5 顺序',
    says: '`reorderMessagesInUI`: tool_use → pre_hooks → tool_result → post_hooks; `toolUseGroups` (as `ToolGroup`) with `toolUse` (as `call`), `preHooks` (as `before`), `toolResult` (as `results`), `postHooks` (as `after`); `isToolUseRequestMessage`; two passes, O(n)',
    files: ['ui/reorder-messages-in-ui.ts', 'ui/group-tool-messages.ts', 'message/message-guards.ts'],
    units: [
      'ui/reorder-messages-in-ui.test.ts "tells each call whole: call, hooks before, result, hooks after" "puts all that names a call, and nothing else, behind it in the order of the story (law)" "keeps both results of one call" "reads each message a constant number of times, however long the log"',
      'message/message-guards.test.ts "takes its own and nothing else" (isToolUseRequestMessage)',
    ],
  },
]
