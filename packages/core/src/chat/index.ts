export { addAttached, attach, toContextKey } from './attached.ts'
export {
  type ChatElicitation,
  createElicitationFrame,
  type ElicitationField,
  type ElicitationResponse,
  readElicitation,
  readFieldWords,
} from './chat-elicitation.ts'
export type {
  AcpAgentId,
  AgentId,
  AgentState,
  AttachedContext,
  AttachedImage,
  ChatEvent,
  ChatModel,
  ContextSuggestion,
  FileRewind,
} from './chat-event.ts'
export { readAcpName } from './chat-event.ts'
export {
  type ChatDecision,
  type ChatQuestion,
  createDecisionFrame,
  createDenial,
  readQuestion,
} from './chat-question.ts'
export {
  type ChatAction,
  type ChatState,
  type ControlWish,
  createWishFrame,
  NO_CHAT,
  type SentPrompt,
  type Trouble,
} from './chat-state.ts'
export { type AnswerTail, NO_TAIL, type TailBlock } from './chat-tail.ts'
export { type Chosen, type OfferedChoice, readChoices, toAnswers } from './choice-answers.ts'
export { computeTailItems, type TailItem } from './compute-tail-items.ts'
export type { Decided, Decision } from './decided.ts'
export { findStored, type KnownEntry } from './find-stored.ts'
export { parsePartialJson } from './parse-partial-json.ts'
export { type Doing, type Retry, readDoing, readRetry } from './read-doing.ts'
export { readPeople, readWaiting } from './read-people.ts'
export { readRuleDescriptions } from './read-rule-descriptions.ts'
export { reduceChat } from './reduce-chat.ts'
export { dropStored, dropTaken, listUntaken, mergeQueued } from './sent-prompts.ts'
export { NO_SPENDING, type Spending } from './turn-spending.ts'
