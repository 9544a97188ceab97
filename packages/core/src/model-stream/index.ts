export type {
  CitationsDelta,
  CompactionDelta,
  ContentDelta,
  InputJsonDelta,
  SignatureDelta,
  TextDelta,
  ThinkingDelta,
  UnknownDelta,
} from '../message/content-delta.ts'
export {
  type ContentBlockDeltaEvent,
  type ContentBlockStartEvent,
  type ContentBlockStopEvent,
  isKnownStreamEventType,
  type MessageDeltaEvent,
  type MessageStartEvent,
  type MessageStopEvent,
  type ModelStreamEvent,
  type PingEvent,
  type StreamErrorEvent,
  type UnknownStreamEvent,
} from '../message/model-stream-event.ts'
export {
  type AssistantAccumulator,
  type AssistantAccumulatorOptions,
  createAssistantAccumulator,
} from './accumulate-assistant.ts'
export type {
  AccumulatedStep,
  AnswerEnd,
  CompleteStep,
  CutStep,
  DroppedStep,
  ErrorStep,
  MessageStep,
  PatchStep,
  RestartedStep,
  UnexpectedStep,
} from './accumulated-step.ts'
export { addDelta, finishBlock, type OpenBlock } from './open-block.ts'
