import { isObject } from '@antiphon/contract'
import type { AuditAction } from '@antiphon/host'
import { ROUTE_ACCESS } from '../protocol/route-access.ts'
import type { RoutePath } from '../protocol/routes.ts'

/** What is written down of a question; null where it is none of the things that are. */
export type DescribedAction = {
  readonly what: AuditAction
  readonly detail: string | null
}

/** The call that a question of an agent is about: its tool and id, by which the session has it; null where it is about none. */
export type FindAsked = (requestId: string) => string | null

/** What somebody is about to do, in the words of the audit log. */
export function describeAction(
  path: RoutePath,
  question: object,
  findAsked: FindAsked,
): DescribedAction | null {
  const { audit } = ROUTE_ACCESS[path]
  if (audit === null) return null
  const asked: Readonly<Record<string, unknown>> = { ...question }
  switch (path) {
    case 'chat/open':
      return describeOpening(asked)
    case 'chat/control':
      return describeFrame(asked.frame, findAsked)
    case 'chat/rewind':
      return asked.isDryRun === true ? null : { what: audit, detail: toDetail(asked.message) }
    case 'sessions/rename':
      return { what: audit, detail: toDetail(asked.title) }
    case 'sessions/restore':
      return { what: audit, detail: toDetail(asked.trashed) }
    case 'share/file':
      return { what: audit, detail: toDetail([asked.format, asked.keep].filter(Boolean).join(' keeping ')) }
    case 'settings/change':
      return {
        what: audit,
        detail: toDetail(isObject(asked.changes) ? Object.keys(asked.changes).join(' ') : ''),
      }
    default:
      return { what: audit, detail: null }
  }
}

/** To go on with a session is to take it over from whoever had it last; a copy is a new one. */
function describeOpening({ session, fork, cwd, agent }: Readonly<Record<string, unknown>>): DescribedAction {
  const what = session !== undefined && fork !== true ? 'takeover' : 'start'
  return { what, detail: toDetail([agent, cwd].filter(part => part !== undefined).join(' ')) }
}

/** Answers to an agent's questions, and changes of what it may do unasked; the rest is talk. */
function describeFrame(frame: unknown, findAsked: FindAsked): DescribedAction | null {
  if (!isObject(frame)) return null
  if (frame.type === 'control_response') {
    const response = isObject(frame.response) ? frame.response : {}
    const said = isObject(response.response) ? response.response : {}
    const behavior = typeof said.behavior === 'string' ? said.behavior : String(response.subtype ?? '')
    const requestId = String(response.request_id ?? '')
    const rules = Array.isArray(said.updatedPermissions) ? said.updatedPermissions.length : 0
    const parts = [behavior, findAsked(requestId) ?? requestId, rules > 0 ? `with ${rules} rules` : '']
    return { what: 'answer', detail: toDetail(parts.filter(Boolean).join(' ')) }
  }
  const request = isObject(frame.request) ? frame.request : {}
  if (request.subtype !== 'set_permission_mode') return null
  return { what: 'mode', detail: toDetail(request.mode) }
}

function toDetail(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_UNITS) : null
}

const MAX_UNITS = 500
