import { useSyncExternalStore } from 'react'

/** A difference that stands before the page: of a session, at one of its files. */
export type OpenedDiff = { readonly session: string; readonly path: string | null }

/** Opens the differences of a session, wherever it is asked for; null closes them. */
export function openDiff(diff: OpenedDiff | null): void {
  opened = diff
  for (const listener of listeners) listener()
}

/** Closes what is open of a session that is left: who comes back did not ask for it again. */
export function closeDiff(session: string): void {
  if (opened?.session === session) openDiff(null)
}

/** What is open of a session. */
export function useOpenedDiff(session: string): OpenedDiff | null {
  const diff = useSyncExternalStore(subscribe, read, () => null)
  return diff?.session === session ? diff : null
}

let opened: OpenedDiff | null = null
const listeners = new Set<() => void>()

function read(): OpenedDiff | null {
  return opened
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}
