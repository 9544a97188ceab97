import { stat } from 'node:fs/promises'
import type { FollowItem } from '../store/transcript-store.ts'
import { backgroundAccess, directAccess, type FileAccess } from './file-access.ts'
import { createLogCursor, type LogCursor, type LogFileState } from './log-cursor.ts'
import type { TakeLogs } from './log-tree.ts'

/** How far many logs have been read: a few numbers for each that rests, a cursor for each that moved. */
export interface FollowedLogs {
  /** The system said that a log came, changed or went. */
  touch(path: string): void
  /** The next log that may have changed, and how to look at it; the one touched first comes first. */
  takeTouched(): TouchedLog | undefined
  /** Looks at all logs that a sweep finds, and touches those that are not as they were. */
  compare(sweep: (take: TakeLogs) => Promise<void>): Promise<void>
  /** What is new in a log. */
  look(log: TouchedLog): AsyncGenerator<FollowItem, void, undefined>
  /** Gives all descriptors back. */
  close(): Promise<void>
}

export type TouchedLog = { readonly path: string; readonly access: FileAccess }

export type FollowedLogsOptions = {
  readonly from: 'now' | 'start'
  readonly positions?: ReadonlyMap<string, number> | undefined
  readonly onTouch: () => void
}

/** Knows no log before the first `compare`, which decides what counts as there already. */
export function createFollowedLogs({ from, positions, onTouch }: FollowedLogsOptions): FollowedLogs {
  const logs = new Map<string, LogFileState | LogCursor>()
  const touched = new Map<string, FileAccess>()
  // Those that hold a descriptor; the one that rested longest first.
  const open = new Map<string, LogCursor>()
  let isFirst = true

  return {
    touch: path => touch(path, directAccess),
    takeTouched() {
      const [first] = touched
      if (!first) return undefined
      const [path, access] = first
      touched.delete(path)
      return { path, access }
    },
    async compare(sweep) {
      const missing = new Set(logs.keys())
      await sweep(async paths => {
        for (const path of paths) missing.delete(path)
        await Promise.all(paths.map(compareOne))
      })
      for (const path of missing) touch(path, backgroundAccess)
      isFirst = false
    },
    look,
    async close() {
      await Promise.all(Array.from(open.values(), cursor => cursor.release()))
    },
  }

  function touch(path: string, access: FileAccess): void {
    if (touched.get(path) !== directAccess) touched.set(path, access)
    onTouch()
  }

  async function compareOne(path: string): Promise<void> {
    const state = await stat(path).catch(() => null)
    const known = logs.get(path)
    if (isFirst && state && from === 'now' && !known && !positions?.has(path))
      logs.set(path, toFileState(state))
    else if (!isSameState(state, lastSeenOf(known))) touch(path, backgroundAccess)
  }

  async function* look({ path, access }: TouchedLog): AsyncGenerator<FollowItem, void, undefined> {
    const cursor = openCursor(path)
    logs.set(path, cursor)
    open.delete(path)
    open.set(path, cursor)
    try {
      let isCaughtUp = true
      for await (const item of cursor.look(access)) {
        isCaughtUp = false
        yield item
      }
      if (!isCaughtUp) yield { kind: 'caught-up', seq: cursor.seq() }
    } finally {
      if (!cursor.lastSeen()) logs.delete(path)
      await closeOldest()
    }
  }

  async function closeOldest(): Promise<void> {
    const [oldest] = open
    if (!oldest || open.size <= MAX_OPEN) return
    const [path, cursor] = oldest
    open.delete(path)
    await cursor.release()
  }

  function openCursor(path: string): LogCursor {
    const known = logs.get(path)
    if (!known) return createLogCursor(path, { from: positions?.get(path) ?? 0 })
    return 'look' in known ? known : createLogCursor(path, { from: known.size, seen: known })
  }
}

// Sessions that are written at the same time; more than these are opened for each look.
const MAX_OPEN = 16

function lastSeenOf(known: LogFileState | LogCursor | undefined): LogFileState | null {
  if (!known) return null
  return 'look' in known ? known.lastSeen() : known
}

function isSameState(one: LogFileState | null, other: LogFileState | null): boolean {
  return (
    one?.ino === other?.ino &&
    one?.dev === other?.dev &&
    one?.size === other?.size &&
    one?.ctimeMs === other?.ctimeMs
  )
}

function toFileState({ dev, ino, size, ctimeMs }: LogFileState): LogFileState {
  return { dev, ino, size, ctimeMs }
}
