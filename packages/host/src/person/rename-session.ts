import { oneLine, stripControl } from '@antiphon/core/ui'
import {
  createFileStore,
  isDriven,
  type SessionKey,
  TranscriptError,
  type TranscriptStore,
  toLogPath,
} from '@antiphon/transcript'
import { refuseCopy } from './refuse-copy.ts'

/** A session below a folder that holds `projects`. */
export type SessionAddress = { readonly root: string; readonly key: SessionKey }

/** What a name is told to. */
export type NamingStore = Pick<TranscriptStore, 'end' | 'append'>

/** Why something was not done, in words for a person. */
export type Refused = { readonly refusal: string }

/** A name as it is stored: on one line, without control characters; null where nothing is left. */
export function toSessionTitle(text: string): string | null {
  const title = oneLine(stripControl(text), MAX_TITLE).trim()
  return title === '' ? null : title
}

const MAX_TITLE = 200

/**
 * Gives a session a name, as the entry that Claude Code itself reads; refused while somebody else writes the log. What
 * stands in the log is not touched, nor is the time of its last message. Where a store has the log it is told there.
 */
export async function renameSession(
  { root, key }: SessionAddress,
  text: string,
  stored?: NamingStore,
): Promise<{ readonly title: string } | Refused> {
  const title = toSessionTitle(text)
  if (title === null) return { refusal: 'A name needs at least one character that can be seen.' }
  const refused = stored ? null : refuseCopy({ root })
  if (refused) return refused
  const files = createFileStore({ root })
  const store = stored ?? files
  try {
    const end = await store.end(key)
    if (end === null) return { refusal: 'There is no such session.' }
    if (!stored && (await isDriven(toLogPath(root, key)))) return { refusal: IN_USE }
    const entry = { type: 'custom-title', customTitle: title, sessionId: key.session } as const
    const outcome = await store.append(key, [entry], { expectedSeq: end })
    if (outcome.status === 'appended') return { title }
    if (outcome.reason === 'moved-on')
      return { refusal: 'The session was written to in this moment. Try again.' }
    return { refusal: [IN_USE, outcome.holder ?? []].flat().join(' ') }
  } catch (error) {
    if (error instanceof TranscriptError) return { refusal: error.message }
    throw error
  } finally {
    await files.close()
  }
}

const IN_USE = 'An agent is writing this session. Rename it when it has ended.'
