import type { ApiRequest } from './api-request.ts'
import { API_RULES } from './api-rules.ts'
import { type ApiTarget, type ApiTargetOptions, resolveTarget } from './api-target.ts'
import { isObject } from './json.ts'
import type { ContractLevel, Finding, Rule, Violation } from './rule.ts'

export type CheckOptions = {
  /** What the history must be fit for; `sendable` unless said otherwise. */
  readonly level?: ContractLevel
  /** The last answer stopped with `pause_turn` (or `compaction`), so that it is sent back as it is (ROL-07). */
  readonly pausedTurn?: boolean
}

/**
 * Every reason why the API would refuse the request, in the order in which it looks for them: the first is
 * the one that it would name. Never throws, whatever JSON value stands in the request's place.
 */
export function checkApiContract(
  request: ApiRequest,
  target: ApiTarget | ApiTargetOptions = {},
  options: CheckOptions = {},
): readonly Violation[] {
  // A copy, because the rules remember what they computed for a request object, and callers may change theirs.
  const subject: ApiRequest = isObject(request) ? { ...request } : NOTHING
  const resolved = isResolved(target) ? target : resolveTarget({ ...modelOf(subject), ...target })
  const isExempt = options.pausedTurn === true ? pausedTurnExemption(subject) : () => false
  const violations: Violation[] = []
  for (const rule of API_RULES) {
    if (options.level === 'well-formed' && rule.level === 'sendable') continue
    for (const finding of rule.check(subject, resolved)) {
      if (!isExempt(rule, finding)) violations.push(toViolation(rule, finding))
    }
  }
  return violations
}

// The cast is the point: what is no object is judged as one without any of the required fields.
const NOTHING = {} as ApiRequest

function isResolved(target: ApiTarget | ApiTargetOptions): target is ApiTarget {
  return 'modelFacts' in target
}

function modelOf(request: ApiRequest): ApiTargetOptions {
  return typeof request.model === 'string' ? { model: request.model } : {}
}

function pausedTurnExemption(request: ApiRequest): (rule: Rule, finding: Finding) => boolean {
  const messages: unknown = request.messages
  const last = `messages.${Array.isArray(messages) ? messages.length - 1 : 0}`
  return ({ id }, { path }) => PAUSABLE.includes(id) && (path === last || path.startsWith(`${last}.`))
}

const PAUSABLE = ['ROL-03', 'ROL-04', 'SRV-03']

function toViolation(rule: Rule, finding: Finding): Violation {
  return {
    ...finding,
    rule: rule.id,
    level: rule.level,
    status: rule.status ?? 400,
    errorType: rule.errorType ?? 'invalid_request_error',
    invented: rule.confidence === 'C',
  }
}
