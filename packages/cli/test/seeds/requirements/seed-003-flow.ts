import type { Requirement } from './requirement-row.ts'

/** Seed 003: the way of a message, its texts and ids, the exercises. */
export const SEED_003_FLOW: readonly Requirement[] = [
  {
    id: '003:336-365',
    place: '8.10',
    says: 'input → `createUserMessage`; `callModel`: the stream becomes assistant messages (as `createAssistantAccumulator`); tool results → `createUserMessage` with a `tool_result`; progress → `createProgressMessage`; attachments → `createAttachmentMessage`; before each request → `normalizeMessagesForAPI`: progress and most system messages out, attachments to user, neighbours merged, virtual out, calls and results paired',
    files: [
      'message/user-message.ts',
      'model-stream/accumulate-assistant.ts',
      'packages/engine/src/query/stream-answer.ts',
      'message/tool-result-message.ts',
      'message/progress-message.ts',
      'message/attachment-message.ts',
      'api/normalize-messages-for-api.ts',
    ],
    units: [
      'message/user-message.test.ts "makes a message of a string, with uuid and time"',
      'model-stream/accumulate-assistant.test.ts "gives each block at once as an entry of its own, with the id of the answer and no stop reason"',
      'message/tool-result-message.test.ts "stores a result twice: what the model reads, and what the tool returned"',
      'message/progress-message.test.ts "carries $type to the call that it is about"',
      'message/attachment-message.test.ts "carries $type of seed 003" (edited_text_file)',
      'api/seed-004-pipeline.test.ts "takes a log of every type to user and assistant in turn" "reports each message that it left out, and each block that it changed"',
    ],
  },
  {
    id: '003:366',
    place: '8.10',
    says: '`prependUserContext` puts CLAUDE.md and the like before the first message of every request',
    why: 'What was sent once is sent byte for byte again: the engine stores that context in the log as attachments at its place; prependUserContext does the same for histories of others.',
    files: ['context/prepend-user-context.ts', 'packages/engine/src/memory/create-context-messages.ts'],
  },
  {
    id: '003:366-367',
    place: '8.10',
    says: '`prependUserContext`: CLAUDE.md and the like before the first message',
    files: ['context/prepend-user-context.ts'],
    units: [
      'context/prepend-user-context.test.ts "puts the context before the first message, a section a name"',
    ],
  },
  {
    id: '003:374-382',
    place: '8.10',
    says: '`normalizeMessages`: `Message` list → `NormalizedMessage` list, one block a message; `NormalizedAssistantMessage`: thinking, text and tool_use become three',
    files: ['ui/normalize-messages.ts'],
    units: ['ui/normalize-messages.test.ts "makes one message of each block"'],
  },
  {
    id: '003:388-401',
    place: '8.10',
    says: 'the order of the stages: attachments, virtual, other types, merge, render, pair',
    files: ['api/open-exchange.ts', 'api/api-steps.ts'],
    units: [
      'api/api-steps.test.ts "virtual messages go before neighbours are merged, or their words would reach the model" "attachments rise before anything is rendered: afterwards they are words like all others" "results move to the front after pairing, which appends those that were missing"',
    ],
  },
  {
    id: '003:398',
    place: '8.10',
    says: 'neighbours of one type become one message: also two answers (as `placeExchange`)',
    why: 'Answers of different ids stay apart, with "[continue]" as the user’s turn between them, or thinking would be attributed to an answer that never had it (docs/decisions, exchange as unit).',
    files: ['api/place-exchange.ts'],
  },
  {
    id: '003:401',
    place: '8.10',
    says: '`ensureToolResultPairing`',
    files: ['api/ensure-tool-result-pairing.ts'],
    units: [
      'api/ensure-tool-result-pairing.test.ts "answers a call that has no result, before what a person said" "makes text of results that nobody asked for, or that were given before" "gives whole pairs back as they are"',
    ],
  },
  {
    id: '003:405-407',
    place: '8.11',
    says: '`INTERRUPT_MESSAGE` and `INTERRUPT_MESSAGE_FOR_TOOL_USE` at work: what an interruption leaves in the log',
    files: ['message/synthetic-texts.ts', 'message/user-message.ts'],
  },
  {
    id: '003:405-412',
    place: '8.11',
    says: '`INTERRUPT_MESSAGE` = `[Request interrupted by user]`; `INTERRUPT_MESSAGE_FOR_TOOL_USE` = `[Request interrupted by user for tool use]`',
    files: ['message/synthetic-texts.ts'],
    units: [
      'message/synthetic-texts.test.ts "says exactly %s" (INTERRUPT_MESSAGE) "says exactly %s" (INTERRUPT_MESSAGE_FOR_TOOL_USE)',
    ],
  },
  {
    id: '003:408',
    place: '8.11',
    says: "`CANCEL_MESSAGE` = `The user doesn't want to take this action right now. STOP` …, where a call is cancelled",
    files: ['message/synthetic-texts.ts'],
    units: ['message/synthetic-texts.test.ts "begins a cancellation and a rejection as the seeds do"'],
  },
  {
    id: '003:410',
    place: '8.11',
    says: "`REJECT_MESSAGE` = `The user doesn't want to proceed with this tool use.` …, where a person refuses",
    files: ['message/synthetic-texts.ts'],
    units: ['message/synthetic-texts.test.ts "begins a cancellation and a rejection as the seeds do"'],
  },
  {
    id: '003:412',
    place: '8.11',
    says: '`NO_RESPONSE_REQUESTED` = `No response requested.`, where nothing is left to say',
    files: ['message/synthetic-texts.ts'],
    units: ['message/synthetic-texts.test.ts "says exactly %s" (NO_RESPONSE_REQUESTED)'],
  },
  {
    id: '003:414-430',
    place: '8.11',
    says: '`SYNTHETIC_MESSAGES`: the set of these five; `isSyntheticMessage`: user or assistant, content a list, its first block one of these texts',
    files: ['message/synthetic-texts.ts', 'message/message-guards.ts'],
    units: [
      'message/synthetic-texts.test.ts "holds the five texts of the seeds and no other"',
      'message/message-guards.test.ts "knows %s as the first block of a user or an answer" "does not take %s"',
    ],
  },
  {
    id: '003:433-439',
    place: '8.11',
    says: '`DENIAL_WORKAROUND_GUIDANCE`: allows an honest way round, forbids a dishonest one, says when to stop and explain',
    files: ['message/rejection-texts.ts'],
    units: ['message/rejection-texts.test.ts "says: %s"'],
  },
  {
    id: '003:442-448',
    place: '8.12',
    says: '`deriveUUID(parentUUID, index)`: 24 characters of the parent, 12 hex digits; the same parent and index give the same uuid for ever',
    files: ['message/uuid.ts', 'ui/normalize-messages.ts'],
    units: [
      'message/uuid.test.ts "writes index %d in twelve hexadecimal digits behind the parent" "gives different indexes different uuids and the same index the same one"',
      'ui/normalize-messages.test.ts "gives the same for the same log, and a beginning of it for a beginning (law)"',
    ],
  },
  {
    id: '003:450-454',
    place: '8.12',
    says: '`deriveShortMessageId(uuid)`: 10 hex digits → base 36 → 6 characters; the label `[id:…]` by which the snip tool names a message',
    files: ['message/uuid.ts', 'api/label-message.ts'],
    units: [
      'message/uuid.test.ts "writes the first ten digits of %s to the base 36, six of them" "has at most six characters that a label can hold"',
      'packages/engine/test/snip.test.ts "labels what can be dropped, and only while the model has the tool"',
    ],
  },
  {
    id: '003:457-464',
    place: '练习 1',
    says: 'which message each of seven events makes',
    files: [
      'message/user-message.ts',
      'message/assistant-message.ts',
      'message/tool-result-message.ts',
      'message/create-system-message.ts',
      'message/progress-message.ts',
    ],
    units: ['message/message.test.ts "where $scenario, a $type message is made"'],
  },
  {
    id: '003:462',
    place: '练习 1',
    says: '"switched to the model …" is a system message',
    files: ['message/create-system-message.ts'],
  },
  {
    id: '003:465-470',
    place: '练习 2',
    says: 'the life of a result can be traced: made by whom, both copies, each step of the model’s view, its request',
    files: [
      'message/tool-result-message.ts',
      'api/normalize-messages-for-api.ts',
      'context/prepend-user-context.ts',
    ],
    units: [
      'api/life-of-a-result.test.ts "is a user message that names its call and keeps what the tool returned" "is sent as it is, behind the context of the project, right after its call"',
    ],
  },
  {
    id: '003:471-476',
    place: '练习 3',
    says: 'collaboration: what another person does in a live session is a message with its author that the model reads; presence is a signal',
    files: ['message/user-message.ts'],
  },
  {
    id: '003:477-482',
    place: '练习 4',
    says: 'virtual messages go before neighbours are merged, so that none is swallowed by a merge; without pairing the API refuses the request; attachments are moved first, while the results that stop them can still be told apart',
    files: [
      'api/open-exchange.ts',
      'api/omit-unsent.ts',
      'packages/contract/src/rules/tool-pairing.ts',
      'api/reorder-attachments-for-api.ts',
    ],
    units: [
      'api/api-steps.test.ts "virtual messages go before neighbours are merged, or their words would reach the model" "without pairing the API names the call that has no result" "attachments rise before anything is rendered: afterwards they are words like all others"',
    ],
  },
  {
    id: '003:485-494',
    place: '小结',
    says: 'seven types, more than ten kinds of system messages (as `SystemSubtype`)',
    files: ['message/system-message.ts'],
    units: ['message/create-system-message.test.ts "gives each its own uuid"'],
  },
]
