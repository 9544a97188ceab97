import type { Entry } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'

export type ForkOrigin = {
  /** The session that is forked, for entries that name none. */
  readonly from: string
  /** The new session. */
  readonly to: string
}

/** An entry of a session as one of its fork: under the new session, and a message says where it was said first. */
export function toForkedEntry(entry: Entry, { from, to }: ForkOrigin): Entry {
  const fields: Readonly<Record<string, unknown>> = entry
  const { uuid, sessionId } = fields
  return {
    ...fields,
    ...(typeof sessionId === 'string' && { sessionId: to }),
    ...(typeof fields.session_id === 'string' && { session_id: to }),
    ...(isTranscriptEntry(entry) &&
      typeof uuid === 'string' && {
        forkedFrom: { sessionId: typeof sessionId === 'string' ? sessionId : from, messageUuid: uuid },
      }),
  }
}
