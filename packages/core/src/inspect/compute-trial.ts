import type { ApiTargetOptions } from '@antiphon/contract'
import { type ApiStage, createPlan, type PlanWish } from '../api/api-plan.ts'
import type { ApiViewMessage } from '../api/finish-exchange.ts'
import { toApiMessage } from '../api/to-api-message.ts'
import type { TranscriptEntry } from '../log/transcript-entry.ts'
import { type ComputedRequest, computeRequest } from './compute-request.ts'

/** Another way to the request, and how what comes of it differs. */
export type Trial = {
  readonly without: readonly ApiStage[]
  readonly order: readonly ApiStage[]
  /** What stands at a place where it finds nothing to do. */
  readonly tooLate: readonly ApiStage[]
  /** Which messages are not those that are sent otherwise; what is missing at the end is among them. */
  readonly changed: readonly number[]
  /** How many messages are sent otherwise. */
  readonly usual: number
}

export type TrialOptions = {
  readonly wish: PlanWish
  readonly usual: ComputedRequest
  readonly options: ApiTargetOptions
}

/** The request that comes of another way, beside the usual one. */
export function computeTrial(
  messages: readonly TranscriptEntry[],
  { wish, usual, options }: TrialOptions,
): { readonly computed: ComputedRequest; readonly trial: Trial } {
  const plan = createPlan(wish)
  const computed = computeRequest(messages, { ...options, plan })
  const { without = [], order = [] } = wish
  const changed = findChanged(computed.view, usual.view)
  return {
    computed,
    trial: { without, order, tooLate: plan.tooLate, changed, usual: usual.request.messages.length },
  }
}

/** Cache marks move with every message and say nothing. */
function findChanged(tried: ComputedRequest['view'], usual: ComputedRequest['view']): readonly number[] {
  const toText = (message: ApiViewMessage): string => JSON.stringify(toApiMessage(message))
  const longer = tried.length > usual.length ? tried : usual
  return longer.flatMap((_, index) => {
    const [message, other] = [tried[index], usual[index]]
    return message && other && toText(message) === toText(other) ? [] : [index]
  })
}
