import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { decodeLines } from '@antiphon/core'
import type { LogLine } from '@antiphon/core/log'
import { findLineStart, readRange } from '../file/line-edges.ts'
import { openIfThere } from '../file/read-file-forwards.ts'
import { toStoredItem } from '../store/to-stored-item.ts'
import type { FollowItem } from '../store/transcript-store.ts'
import { backgroundAccess, type FileAccess } from './file-access.ts'
import { createReadingPlace, REMEMBERED_BYTES, type ReadingPlace } from './reading-place.ts'

/** A reader of a file that grows, is cut, is replaced, goes and comes back. */
export interface LogCursor {
  /** Gives what is new up to where the file ends now; stays where it is while the consumer does. */
  look(access?: FileAccess): AsyncGenerator<FollowItem, void, undefined>
  /** Behind the last finished line that was given. */
  seq(): number
  /** What the file was when it was last looked at. */
  lastSeen(): LogFileState | null
  /** Gives the descriptor back and keeps the place. */
  release(): Promise<void>
}

export type LogFileState = Pick<Stats, 'dev' | 'ino' | 'size' | 'ctimeMs'>

export type LogCursorOptions = {
  readonly from?: number
  /** The file to which `from` belongs, where that is known. */
  readonly seen?: LogFileState | null
}

/** Puts a cursor on a path, at which there may be nothing yet. */
export function createLogCursor(path: string, options: LogCursorOptions = {}): LogCursor {
  let from = options.from ?? 0
  let place = createReadingPlace(from)
  let isAtLine = false
  let seen = options.seen ?? null
  // True where the file may have changed since the last look within the same step of its clock.
  let isFresh = true
  // Held between looks: as long as it is open its inode cannot become another file's.
  let handle: FileHandle | null = null

  return { look, seq: () => Math.max(from, place.lineEnd()), lastSeen: () => seen, release }

  async function* look(access = backgroundAccess): AsyncGenerator<FollowItem, void, undefined> {
    if (handle) {
      yield* readOn(handle, access)
      const there = await access.find(path)
      if (there && isSameFile(there, seen)) return
      // What was written between the read and the replacement.
      yield* readOn(handle, access)
      await release()
    }
    handle = await openIfThere(path)
    const opened = handle && (await handle.stat())
    if (seen ? !opened || !isSameFile(opened, seen) : !opened && place.position() > 0) {
      startAnew()
      yield { kind: 'reset', reason: opened ? 'replaced' : 'deleted' }
    }
    if (handle) yield* readOn(handle, access)
  }

  async function* readOn(file: FileHandle, access: FileAccess): AsyncGenerator<FollowItem, void, undefined> {
    const state = await access.stateOf(file)
    if (!isAtLine && from <= state.size) {
      place = await findPlace(file, from)
      isAtLine = true
    }
    // Also where nothing was added: the bytes before may be others now.
    let mustCheck = isFresh || seen?.ctimeMs !== state.ctimeMs || seen.size !== state.size
    seen = state
    isFresh = Date.now() - state.ctimeMs < CLOCK_STEP_MS
    let read = access.read
    while (mustCheck || place.position() < state.size) {
      mustCheck = false
      const before = place.position()
      const lines = state.size < before ? null : await takeChunk(file, { size: state.size, read })
      // Only once: whoever has much to read shall let others work.
      read = backgroundAccess.read
      for (const line of lines ?? []) {
        const item = wasThereBefore(line, from) ? null : toStoredItem(line)
        if (item) yield item
      }
      // Cut while it was read: the next look tells.
      if (lines && place.position() === before) return
      if (lines) continue
      mustCheck = place.stepBack()
      if (mustCheck) continue
      startAnew()
      seen = state
      yield { kind: 'reset', reason: 'truncated' }
    }
  }

  async function takeChunk(
    file: FileHandle,
    { size, read }: ChunkOptions,
  ): Promise<readonly LogLine[] | null> {
    const start = place.readFrom()
    const bytes = new Uint8Array(Math.min(CHUNK_BYTES, size - start))
    return place.take(bytes.subarray(0, await read(file, bytes, start)))
  }

  function startAnew(): void {
    from = 0
    isAtLine = true
    place = createReadingPlace(0)
    seen = null
  }

  async function release(): Promise<void> {
    const open = handle
    handle = null
    await open?.close()
  }
}

type ChunkOptions = { readonly size: number; readonly read: FileAccess['read'] }

const CHUNK_BYTES = 64 * 1024
// File systems keep time in steps of up to ten milliseconds.
const CLOCK_STEP_MS = 50

/** A place at the beginning of its line: only the whole line shows what it is. */
async function findPlace(file: FileHandle, from: number): Promise<ReadingPlace> {
  const start = await findLineStart(file, from)
  return createReadingPlace(
    start,
    await readRange(file, { start: Math.max(0, start - REMEMBERED_BYTES), end: start }),
  )
}

/** True for what ended before `from`, and for an entry that was whole there and got its newline since. */
function wasThereBefore({ offset, length, raw }: LogLine, from: number): boolean {
  if (offset >= from) return false
  return offset + length <= from || decodeLines(raw.subarray(0, from - offset))[0]?.kind === 'entry'
}

function isSameFile(one: LogFileState, other: LogFileState | null): boolean {
  return one.ino === other?.ino && one.dev === other.dev
}
