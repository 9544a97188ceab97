import type { ApiRequest } from '@antiphon/contract'
import { checkContract } from '../check/check-contract.ts'
import { type Checked, refuse } from '../check/refusal.ts'
import type { SimulatorState } from '../simulator-state.ts'
import type { InputTransformation } from '../thinking/thinking-seal.ts'
import type { ReadRequest } from './read-request.ts'

/** A request that the API takes. */
export type AcceptedRequest = ReadRequest & {
  /** As the model reads it: without thinking that was dropped. */
  readonly request: ApiRequest
  readonly transformations: readonly InputTransformation[]
}

/** The checks of what a request says: the contract, then what its thinking is bound to. */
export function acceptRequest(state: SimulatorState, read: ReadRequest): Checked<AcceptedRequest> {
  const { sent, target } = read
  const pausedTurn = state.paused.has(sent)
  const refusal = checkContract({ request: sent, target, pausedTurn, without: state.without })
  if (refusal) return refuse(refusal)
  const unsealed = state.seal.check(sent, target)
  if (unsealed.ok) return { ok: true, value: { ...read, ...unsealed.value } }
  return state.without.has(unsealed.refusal.rule ?? '')
    ? { ok: true, value: { ...read, request: sent, transformations: [] } }
    : unsealed
}
