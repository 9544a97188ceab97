import { rm, stat } from 'node:fs/promises'
import { type Entry, encodeEntry } from '@antiphon/core'
import { followFile } from '../follow/follow-file.ts'
import { forkLog } from '../store/fork-log.ts'
import { formatSessionKey } from '../store/session-key.ts'
import { toStoredItem } from '../store/to-stored-item.ts'
import type { AppendOutcome, ReadOptions, StoredItem, TranscriptStore } from '../store/transcript-store.ts'
import { TranscriptError, toTranscriptError } from '../transcript-error.ts'
import type { WriteOutcome } from './append-file.ts'
import type { Disk } from './disk.ts'
import { acquireLease, type Lease } from './lease.ts'
import { listLogs } from './list-logs.ts'
import { toLogPath } from './log-path.ts'
import { nodeDisk } from './node-disk.ts'
import { readFileBackwards } from './read-file-backwards.ts'
import { readFileForwards } from './read-file-forwards.ts'
import { createWriterPool } from './writer-pool.ts'

export type FileStoreOptions = {
  /** The folder that holds `projects`: see `findRoots`. */
  readonly root: string
  readonly disk?: Disk
  readonly acquireLease?: (path: string) => Promise<Lease | null>
}

/** Transcripts as files in Claude Code's layout. A position is a byte of the file. */
export function createFileStore(options: FileStoreOptions): TranscriptStore {
  const { root, disk = nodeDisk } = options
  const writers = createWriterPool({ disk, acquireLease: options.acquireLease ?? acquireLease })
  const store: TranscriptStore = {
    async append(key, entries, appendOptions = {}) {
      const path = toLogPath(root, key)
      const writer = writers.get(path) ?? (await writers.open(path))
      if (!writer) return { status: 'conflict', reason: 'leased', seq: (await sizeOf(path)) ?? 0 }
      const { expectedSeq, acknowledge } = appendOptions
      return toAppendOutcome(
        await writer.write(encodeEntries(entries), { expectedSize: expectedSeq, acknowledge }),
      )
    },
    read: (key, readOptions) => readItems(toLogPath(root, key), readOptions),
    follow: (key, followOptions) => followFile(toLogPath(root, key), followOptions),
    list: filter => listLogs(root, filter),
    end: key => sizeOf(toLogPath(root, key)),
    async delete(key) {
      const path = toLogPath(root, key)
      await writers.release(path)
      const lease = await writers.tryLease(path)
      if (!lease)
        throw new TranscriptError('in-use', `${formatSessionKey(key)} is being written by another process.`)
      await rm(path, { force: true })
      if (key.subpath === undefined)
        await rm(path.slice(0, -'.jsonl'.length), { recursive: true, force: true })
      await lease.release()
    },
    fork: (key, forkOptions) => forkLog(store, key, forkOptions),
    flush: () => writers.flush(),
    release: key => writers.release(toLogPath(root, key)),
    close: () => writers.close(),
  }
  return store
}

function encodeEntries(entries: readonly Entry[]): Uint8Array {
  return Buffer.from(entries.map(encodeEntry).join(''))
}

function toAppendOutcome({ status, size }: WriteOutcome): AppendOutcome {
  return status === 'appended' ? { status, seq: size } : { status, reason: 'moved-on', seq: size }
}

async function* readItems(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<StoredItem, void, undefined> {
  const lines =
    options.direction === 'backwards'
      ? readFileBackwards(path, options.from)
      : readFileForwards(path, options.from)
  try {
    for await (const line of lines) {
      const item = toStoredItem(line)
      if (item) yield item
    }
  } catch (error) {
    throw toTranscriptError(error, path)
  }
}

async function sizeOf(path: string): Promise<number | null> {
  const stats = await stat(path).catch(error => {
    const { code } = toTranscriptError(error, path)
    if (code === 'not-found') return null
    throw toTranscriptError(error, path)
  })
  return stats?.size ?? null
}
