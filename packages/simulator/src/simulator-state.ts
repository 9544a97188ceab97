import { randomInt } from 'node:crypto'
import type { ApiLimits, Platform } from '@antiphon/contract'
import { createPausedAnswers, type PausedAnswers } from './answer/paused-answers.ts'
import { createPromptCache } from './cache/create-prompt-cache.ts'
import type { PromptCache } from './cache/prompt-cache.ts'
import { createClock, type SimulatorClock } from './clock.ts'
import { createFaultPlan } from './faults/create-fault-plan.ts'
import type { FaultPlan } from './faults/fault.ts'
import { createDemoModel } from './model/demo/create-demo-model.ts'
import type { SimulatedModel } from './model/simulated-model.ts'
import { createRandom } from './random.ts'
import { createRequestLog } from './request-log/create-request-log.ts'
import type { RequestLog } from './request-log/request-record.ts'
import type { SimulatorOptions } from './simulator-options.ts'
import { createThinkingSeal } from './thinking/create-thinking-seal.ts'
import type { ThinkingSeal } from './thinking/thinking-seal.ts'

/** Everything that a simulator remembers from one request to the next. */
export type SimulatorState = {
  readonly model: SimulatedModel
  readonly clock: SimulatorClock
  readonly faults: FaultPlan
  readonly log: RequestLog
  readonly seal: ThinkingSeal
  readonly cache: PromptCache
  readonly paused: PausedAnswers
  readonly random: () => number
  /** The next number of a request, from 0. */
  readonly nextNumber: () => number
  /** An id of the API's shape: `msg_01…`. */
  readonly newId: (prefix: string) => string
  readonly platform: Platform
  readonly limits: Partial<ApiLimits>
  readonly strict: boolean
  readonly without: ReadonlySet<string>
  readonly apiKey: string | undefined
}

/** The state of a simulator that nobody has asked yet. */
export function createSimulatorState(options: SimulatorOptions): SimulatorState {
  const random = createRandom(options.seed ?? randomInt(2 ** 32))
  const clock = createClock(options.startTime)
  let count = 0
  return {
    model: options.model ?? createDemoModel(),
    clock,
    faults: createFaultPlan(options.faults),
    log: createRequestLog(options.logCapacity ?? DEFAULT_LOG_CAPACITY),
    seal: createThinkingSeal({
      acceptsForeign: options.acceptsForeignThinking === true,
      isOldAccount: options.isOldAccount === true,
    }),
    cache: createPromptCache(clock),
    paused: createPausedAnswers(),
    random,
    nextNumber: () => count++,
    newId: prefix => `${prefix}_01${randomText(random, ID_LENGTH)}`,
    platform: options.platform ?? 'anthropic',
    limits: options.limits ?? {},
    strict: options.strict ?? true,
    without: new Set(options.without),
    apiKey: options.apiKey,
  }
}

const DEFAULT_LOG_CAPACITY = 1000
const ID_LENGTH = 22
const ID_LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function randomText(random: () => number, length: number): string {
  let text = ''
  for (let index = 0; index < length; index++)
    text += ID_LETTERS.charAt(Math.floor(random() * ID_LETTERS.length))
  return text
}
