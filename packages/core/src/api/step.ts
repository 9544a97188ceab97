import type { ApiTarget } from '@antiphon/contract'
import type { Exchange, repairOf } from './exchange.ts'
import type { Ledger } from './ledger.ts'
import type { Tools } from './tools.ts'

/** What a step may look at beside the exchange. */
export type StepContext = {
  readonly target: ApiTarget
  readonly tools: Tools
  /** Whether the model may be handed references to deferred tools at all. */
  readonly toolSearch: boolean
  readonly ledger: Ledger
  /** What the model saw before this exchange is not what the log says: see `Ledger.broken`. */
  readonly pastIsBroken: boolean
  /** Notes a repair of something that came from a message of the log. */
  readonly repair: (...repair: Parameters<typeof repairOf>) => void
}

/** One stage of the model's view: changes an exchange, reports each change, and changes nothing the second time. */
export type Step = (exchange: Exchange, context: StepContext) => Exchange
