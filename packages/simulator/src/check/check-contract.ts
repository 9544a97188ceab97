import { type ApiRequest, type ApiTarget, checkApiContract, type Violation } from '@antiphon/contract'
import type { ApiRefusal } from './refusal.ts'

export type CheckContractOptions = {
  readonly request: ApiRequest
  readonly target: ApiTarget
  /** The answer before this request stopped with `pause_turn`. */
  readonly pausedTurn: boolean
  /** Rules that are not enforced. */
  readonly without: ReadonlySet<string>
}

/** The first violation, as the API would answer it; null for a request that it takes. */
export function checkContract({
  request,
  target,
  pausedTurn,
  without,
}: CheckContractOptions): ApiRefusal | null {
  const violations = checkApiContract(request, target, { pausedTurn })
  const first = violations.find(({ rule }) => !without.has(rule))
  return first ? toRefusal(first) : null
}

/** A violation as the answer that it gets. */
export function toRefusal(violation: Violation): ApiRefusal {
  const { rule, path, status, errorType, message, errorCode, invented } = violation
  return {
    status,
    errorType,
    message,
    rule,
    path,
    ...(errorCode !== undefined && { errorCode }),
    ...(invented && { isInvented: true }),
  }
}
