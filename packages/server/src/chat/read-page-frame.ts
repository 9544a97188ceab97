import type { JsonValue } from '@antiphon/contract'
import type { WireEvent } from '@antiphon/core'
import { type HostAnswer, type HostFrame, isPermissionUpdate, toHostFrame } from '@antiphon/host'
import { type Refusal, refuse } from '../guard/refusal.ts'
import { isChatMode } from './to-chat-flags.ts'

/** What a page may hand in. */
export type PageFrame = Extract<HostFrame, { readonly kind: 'request' | 'cancel' | 'answer' }>

/** A frame that a page may hand in: a question from the list, the taking back of one, or an answer. */
export function readPageFrame(frame: Readonly<Record<string, unknown>>): PageFrame | Refusal {
  // Each field is checked before it is used.
  const read = toHostFrame({ kind: 'event', event: frame as WireEvent, line: 0, offset: 0 })
  switch (read.kind) {
    case 'request':
      if (!PAGE_REQUESTS.has(read.request.subtype))
        return refuse(422, 'The page may not ask that of an agent.')
      if (read.request.subtype === 'set_permission_mode' && !isChatMode(read.request.mode))
        return refuse(422, 'A page cannot choose that permission mode.')
      return read
    case 'answer':
      return { ...read, answer: withCheckedUpdates(read.answer) }
    case 'cancel':
      return read
    default:
      return refuse(422, 'That is no frame of the control protocol.')
  }
}

/** An agent may take what comes with an answer as it is: no change goes there that a page may not make. */
function withCheckedUpdates(answer: HostAnswer): HostAnswer {
  if (answer.status !== 'answered' || answer.response.updatedPermissions === undefined) return answer
  const { updatedPermissions, ...response } = answer.response
  const updates = Array.isArray(updatedPermissions) ? updatedPermissions.filter(isPageUpdate) : []
  return { ...answer, response: { ...response, ...(updates.length > 0 && { updatedPermissions: updates }) } }
}

function isPageUpdate(update: JsonValue): boolean {
  return isPermissionUpdate(update) && (update.type !== 'setMode' || isChatMode(update.mode))
}

/** What a page needs. What starts programs, changes settings for good, or writes the files that a log names, is not among it. */
const PAGE_REQUESTS: ReadonlySet<string> = new Set([
  'interrupt',
  'cancel_async_message',
  'set_model',
  'set_permission_mode',
  'set_max_thinking_tokens',
  'list_models',
  'list_permission_rules',
  'get_context_usage',
  'get_session_cost',
  'get_usage',
  'rename_session',
  'stop_task',
  'background_tasks',
  'get_task_output',
  'peer_edit',
])
