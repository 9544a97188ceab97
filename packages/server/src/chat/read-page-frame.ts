import type { WireEvent } from '@antiphon/core'
import { type HostFrame, toHostFrame } from '@antiphon/host'
import { type Refusal, refuse } from '../guard/refusal.ts'

/** What a page may hand in. */
export type PageFrame = Extract<HostFrame, { readonly kind: 'request' | 'cancel' | 'answer' }>

/** A frame that a page may hand in: a question from the list, the taking back of one, or an answer. */
export function readPageFrame(frame: Readonly<Record<string, unknown>>): PageFrame | Refusal {
  // Each field is checked before it is used.
  const read = toHostFrame({ kind: 'event', event: frame as WireEvent, line: 0, offset: 0 })
  switch (read.kind) {
    case 'request':
      return PAGE_REQUESTS.has(read.request.subtype)
        ? read
        : refuse(422, 'The page may not ask that of an agent.')
    case 'answer':
    case 'cancel':
      return read
    default:
      return refuse(422, 'That is no frame of the control protocol.')
  }
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
