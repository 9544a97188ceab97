import type { ApiTarget } from '../../api-target.ts'
import { bodyOf, objectAt } from './request-parts.ts'

/** The `type` of the thinking parameter, where there is one. */
export function thinkingType(request: unknown): unknown {
  return objectAt(bodyOf(request), 'thinking').type
}

/** Whether the model thinks: it was asked to, or it always does. */
export function isThinking(request: unknown, target: ApiTarget): boolean {
  const type = thinkingType(request)
  if (type === 'enabled' || type === 'adaptive') return true
  return type === undefined && target.modelFacts.thinkingDefault !== 'off'
}
