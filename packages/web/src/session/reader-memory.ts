import type { UUID } from '@antiphon/core'
import { parseRoute } from '../page/route.ts'
import type { Target } from '../story/target.ts'

/** What is remembered of a visit to a session: by the history's entry, so that going back and loading anew find it. */
export type ReaderMemory = {
  /** Where the reader rests; undefined at the end, which goes on. */
  readonly rest?: Target | undefined
  /** The branch that was chosen instead of the conversation. */
  readonly leafUuid?: UUID | undefined
}

/** What this entry of the history remembers of a session. */
export function readMemory(session: string): ReaderMemory {
  const kept: unknown = history.state
  // Written below, by this page alone; what another version wrote is checked where it is used.
  const { reader } = (kept ?? {}) as { readonly reader?: ReaderMemory & { readonly session?: string } }
  return reader?.session === session ? reader : {}
}

/** Where the reader rested; the end where nothing is known. */
export function readRest(session: string): Target {
  const { seq, rest } = readMemory(session).rest ?? {}
  return Number.isSafeInteger(seq) ? { seq, rest } : {}
}

/** Remembers something more of a visit, unless the page went elsewhere meanwhile. */
export function keepMemory(session: string, more: ReaderMemory): void {
  const route = parseRoute(location.hash)
  if (route.kind !== 'session' || route.id !== session) return
  const before = readMemory(session)
  const reader = { ...before, ...more, session }
  if (JSON.stringify(reader) === JSON.stringify(before)) return
  try {
    history.replaceState({ reader }, '')
  } catch {
    // A browser that counts such calls has had enough; the next one will do.
  }
}
