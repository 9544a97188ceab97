import type { ApiRequest } from './api-request.ts'
import { perRequest } from './request/per-request.ts'
import { viewRequest } from './request/request-view.ts'
import type { Checks, Finding } from './rule.ts'

/** Checks that can find something only in some requests, and so are not asked about others: most requests are plain. */
export function onlyWhere(isThere: (request: ApiRequest) => boolean, checks: Checks): Checks {
  const once = perRequest(isThere)
  const asked: Record<string, Checks[string]> = {}
  for (const [key, check] of Object.entries(checks)) {
    asked[key] = (request, target) => (once(request) ? check(request, target) : NOTHING)
  }
  return asked
}

const NOTHING: readonly Finding[] = []

/** Whether a message has a block of one of these types. */
export function hasBlocks(...types: readonly string[]): (request: ApiRequest) => boolean {
  return request => types.some(type => viewRequest(request).byType.has(type))
}

/** Whether a message has a block that is no text. */
export function hasMoreThanText(request: ApiRequest): boolean {
  const { byType } = viewRequest(request)
  return byType.size > (byType.has('text') ? 1 : 0)
}

/** Whether a system message stands among the messages. */
export function hasSystemMessages(request: ApiRequest): boolean {
  return viewRequest(request).messages.some(({ role }) => role === 'system')
}
