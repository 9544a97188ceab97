import type { ApiStage } from '../api/api-plan.ts'
import type { Repair } from '../api/repair.ts'
import type { BlockPlace, ResultEffect, TracedStep } from '../api/trace-result.ts'

/** The life of one tool result, from its call to the last request. */
export type ToolTrace = {
  readonly id: string
  readonly tool: string | null
  /** Null where the log has no such call. */
  readonly call: TracedCall | null
  /** None where it never came; more than one where a log says it twice. */
  readonly results: readonly TracedResult[]
  /** What each stage of the model's view does to it, in the last context that held its call or itself. */
  readonly steps: readonly ToldStep[]
  /** Each request since it was there; none for a page, which shows the runs. */
  readonly requests: readonly TracedRequest[]
  /** The same, those put together that say the same. */
  readonly runs: readonly RequestRun[]
  /** The request that would be sent now. */
  readonly next: Omit<TracedRequest, 'answer' | 'at'>
  /** What the log did to it afterwards. */
  readonly fates: readonly TracedFate[]
}

export type TracedCall = {
  readonly uuid: string | null
  readonly at: string | null
  readonly model: string | null
  /** The subagent that called; null for the session itself. */
  readonly agent: string | null
  readonly title: string
}

export type TracedResult = {
  readonly uuid: string | null
  readonly at: string | null
  /** From its call to it. */
  readonly milliseconds: number | null
  readonly isError: boolean
  /** The entry of the call, as the result names it. */
  readonly calledBy: string | null
  /** What the model is told: `message.content`. */
  readonly content: TracedCopy
  /** What the tool returned: `toolUseResult`; null where the log has no such copy. */
  readonly toolUseResult: TracedCopy | null
}

export type TracedCopy = {
  readonly type: string
  /** Length as JSON, or of the text itself. */
  readonly units: number
  readonly preview: string
}

/** What a stage did to it; `left` where the stage made it, changed it or put it in. */
export type ToldStep = {
  readonly stage: ApiStage | 'toPieces'
  readonly effect: ResultEffect
  readonly place: TracedStep['place']
  readonly left: TracedCopy | null
  readonly repairs: readonly Repair[]
}

/** Requests one after another in which it stands at the same place in the same state. */
export type RequestRun = Pick<TracedRequest, 'place' | 'state'> & {
  readonly from: number
  readonly to: number
}

export type TracedRequest = {
  /** Counted from 1 over the whole session. */
  readonly number: number
  /** The answer that it got. */
  readonly answer: string | null
  readonly at: string | null
  readonly place: BlockPlace | null
  /** `whole`: as at first. `changed`: something else stands in its place. `gone`: it is not in it. */
  readonly state: 'whole' | 'changed' | 'gone'
}

export type TracedFate = {
  readonly kind: 'cleared' | 'snipped' | 'summed-up' | 'kept-by-compaction'
  /** The boundary. */
  readonly uuid: string | null
  readonly at: string | null
}
