import type { ApiLimits, Platform } from '@antiphon/contract'
import type { FaultRule } from './faults/fault.ts'
import type { SimulatedModel } from './model/simulated-model.ts'

/** How a simulator behaves; nothing has to be said. */
export type SimulatorOptions = {
  /** What answers; the demo model unless told. */
  readonly model?: SimulatedModel
  /** 0, the default, takes a free port. */
  readonly port?: number
  readonly faults?: readonly FaultRule[]
  /** The same seed gives the same ids and faults; another one each time unless told, since sessions outlive simulators. */
  readonly seed?: number
  /** The key that clients must send; any key unless told. */
  readonly apiKey?: string
  readonly platform?: Platform
  /** Sizes other than the platform's, so that a test need not send megabytes. */
  readonly limits?: Partial<ApiLimits>
  /** Enforce the stricter reading of contested rules; true unless told. */
  readonly strict?: boolean
  /** Let thinking pass that no simulator signed, to go on with a session of the real API. */
  readonly acceptsForeignThinking?: boolean
  /** An account of before 2026-08-31: bound thinking is checked only where the request asks for it. */
  readonly isOldAccount?: boolean
  /** Rules that are not enforced. */
  readonly without?: readonly string[]
  /** Milliseconds since 1970 at which the clock stands still until it is advanced; the wall clock unless told. */
  readonly startTime?: number
  /** How many requests the log keeps. */
  readonly logCapacity?: number
}
