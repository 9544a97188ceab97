export type * from '../message/content-delta.ts'
export type * from '../message/model-stream-event.ts'
export { isKnownStreamEventType } from '../message/model-stream-event.ts'
export {
  type AssistantAccumulator,
  type AssistantAccumulatorOptions,
  createAssistantAccumulator,
} from './accumulate-assistant.ts'
export type * from './accumulated-step.ts'
export { addDelta, finishBlock, type OpenBlock } from './open-block.ts'
