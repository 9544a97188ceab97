import { type FileState, isUnchanged, mayBeContinued, stateOf } from './file-state.ts'
import type { KnownFile } from './file-table.ts'

/** A file that must be read. */
export type PendingFile = {
  /** Among all files. */
  readonly place: number
  readonly path: string
  /** What the file may begin with. */
  readonly known: KnownFile | undefined
  /** How much is to be read, as far as that can be told before. */
  readonly bytes: number
}

export type Recalled =
  | { readonly kind: 'known'; readonly file: KnownFile }
  | { readonly kind: 'pending'; readonly known: KnownFile | undefined; readonly bytes: number }

/** Takes what is remembered of a file where it is still true, and else says how much of the file is to be read. */
export function recallFile(path: string, known: KnownFile | undefined, hasTools: boolean): Recalled {
  const now = tryState(path)
  // Whoever opens it meets what is wrong with it.
  if (!now) return { kind: 'pending', known, bytes: 0 }
  if (!known || (hasTools && known.calls === null))
    return { kind: 'pending', known: undefined, bytes: now.size }
  if (isUnchanged(now, known.state)) return { kind: 'known', file: known }
  return mayBeContinued(now, known.state)
    ? { kind: 'pending', known, bytes: now.size - known.state.end }
    : { kind: 'pending', known: undefined, bytes: now.size }
}

function tryState(path: string): FileState | undefined {
  try {
    return stateOf(path)
  } catch {
    return undefined
  }
}
