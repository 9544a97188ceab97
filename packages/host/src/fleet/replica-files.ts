import { chmod, rm, stat, utimes } from 'node:fs/promises'
import {
  createFileStore,
  type FleetStore,
  formatSessionKey,
  type LogHead,
  makeFolder,
  toLogPath,
} from '@antiphon/transcript'
import { toSessionName } from './plan-replica.ts'
import { pullLog } from './pull-log.ts'

/** The files of a copy of a store, below its folder. */
export interface ReplicaFiles {
  /** Looks at what is there: the names of its logs, and when each session was read last. */
  look(): Promise<ReplicaContents>
  /** Whether a log is there as its head says; asks the file once for each state of the log. */
  isCurrent(head: LogHead): Promise<boolean>
  /** The same of what was asked before. */
  isKnownCurrent(head: LogHead): boolean
  /** Makes it so. */
  bring(head: LogHead): Promise<void>
  remove(key: LogHead['key']): Promise<void>
  /** Notes that somebody reads a log. */
  touch(key: LogHead['key']): Promise<void>
}

export type ReplicaContents = {
  readonly keys: readonly LogHead['key'][]
  readonly readAt: ReadonlyMap<string, number>
}

/** Makes the folder, which only its owner may read. */
export async function openReplicaFiles(
  store: Pick<FleetStore, 'findBoundary' | 'readLines'>,
  root: string,
): Promise<ReplicaFiles> {
  makeFolder(root)
  await chmod(root, 0o700)
  const current = new Map<string, string>()
  const busy = new Map<string, Promise<unknown>>()

  /** Two at once would write into each other's file. */
  async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = busy.get(path)
    const done = (before ?? Promise.resolve()).then(work)
    const settled = done.catch(() => undefined)
    busy.set(path, settled)
    try {
      return await done
    } finally {
      if (busy.get(path) === settled) busy.delete(path)
    }
  }

  const isKnownCurrent = (head: LogHead): boolean => current.get(formatSessionKey(head.key)) === markOf(head)

  return {
    isKnownCurrent,
    async look() {
      const keys: LogHead['key'][] = []
      const readAt = new Map<string, number>()
      for await (const { key } of createFileStore({ root }).list()) {
        keys.push(key)
        const found = await stat(toLogPath(root, key)).catch(() => null)
        const name = toSessionName(key)
        if (found) readAt.set(name, Math.max(readAt.get(name) ?? 0, found.atimeMs))
      }
      return { keys, readAt }
    },
    async isCurrent(head) {
      if (isKnownCurrent(head)) return true
      const found = await stat(toLogPath(root, head.key)).catch(() => null)
      const isSame = found?.size === head.bytes && found.mtime.toISOString() === head.modifiedAt
      if (isSame) current.set(formatSessionKey(head.key), markOf(head))
      return isSame
    },
    async bring(head) {
      const path = toLogPath(root, head.key)
      await inTurn(path, async () => {
        if (isKnownCurrent(head)) return
        await pullLog(store, head, { path, isDisposable: true })
        current.set(formatSessionKey(head.key), markOf(head))
      })
    },
    async remove(key) {
      const path = toLogPath(root, key)
      await inTurn(path, async () => {
        current.delete(formatSessionKey(key))
        await rm(path, { force: true })
      })
    },
    async touch(key) {
      const path = toLogPath(root, key)
      const found = await stat(path).catch(() => null)
      if (found) await utimes(path, new Date(), found.mtime).catch(() => undefined)
    },
  }
}

function markOf({ life, seq, bytes }: LogHead): string {
  return `${life} ${seq} ${bytes}`
}
