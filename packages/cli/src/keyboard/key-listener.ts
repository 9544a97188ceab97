import type { Key } from './key.ts'
import { createKeyReader } from './key-reader.ts'

/** Hears what a terminal sends, in whatever pieces and at whatever pace it arrives, and tells the keys of it. */
export interface KeyListener {
  hear(text: string): void
  /** Escape is sent as a sequence from now on: one that stands alone is the beginning of another. */
  expectSequences(isSo: boolean): void
  end(): void
}

export type KeyListenerOptions = {
  readonly onKeys: (keys: readonly Key[]) => void
  /** Over a line on which the pieces of one key may come apart. */
  readonly isRemote: boolean
}

/** A listener that has heard nothing. */
export function createKeyListener({ onKeys, isRemote }: KeyListenerOptions): KeyListener {
  const reader = createKeyReader()
  let waiting: NodeJS.Timeout | undefined
  let hasSequences = false
  let [heardAt, heard] = [0, 0]

  function tell(keys: readonly Key[]): void {
    if (keys.length > 0) onKeys(keys)
  }

  function patience(): number {
    if (reader.waitsFor() === 'sequence' || hasSequences) return SEQUENCE_MS
    return isRemote ? REMOTE_ESCAPE_MS : ESCAPE_MS
  }

  function wait(): void {
    const before = heard
    // On a busy machine the rest may lie there: it is read before anything is taken for a key.
    const flush = (): void => void setImmediate(() => before === heard && tell(reader.flush()))
    waiting = setTimeout(flush, patience())
  }

  return {
    hear(text) {
      clearTimeout(waiting)
      // What comes so late behind an Escape was typed behind it, unless it looks like the rest of a key.
      const isLate = Date.now() - heardAt >= ESCAPE_MS && !text.startsWith('[')
      if (isLate && reader.waitsFor() === 'escape') tell(reader.flush())
      heardAt = Date.now()
      heard += 1
      tell(reader.push(text))
      if (reader.waitsFor() !== null) wait()
    },
    expectSequences(isSo) {
      hasSequences = isSo
    },
    end() {
      clearTimeout(waiting)
      heard += 1
    },
  }
}

/** An escape that nothing follows is the key. */
const ESCAPE_MS = 50
/** Packets of one key are rarely further apart. */
const REMOTE_ESCAPE_MS = 200
/** A packet that was lost is sent again within this time. */
const SEQUENCE_MS = 1000

/** Whether a person is at the other end of a network, by what the programs in between say. */
export function isRemoteTerminal({
  SSH_CONNECTION,
  SSH_CLIENT,
  SSH_TTY,
}: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(SSH_CONNECTION || SSH_CLIENT || SSH_TTY)
}
