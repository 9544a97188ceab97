import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Entry, encodeEntry } from '@antiphon/core'
import type { WriteOutcome } from '../file/append-file.ts'
import type { Disk } from '../file/disk.ts'
import { createFileDraft } from '../file/file-draft.ts'
import { acquireLease, describeDistantHolder, type Lease } from '../file/lease.ts'
import { listLogs } from '../file/list-logs.ts'
import { toPathBelow } from '../file/log-path.ts'
import { nodeDisk } from '../file/node-disk.ts'
import { readFileBackwards } from '../file/read-file-backwards.ts'
import { readFileForwards } from '../file/read-file-forwards.ts'
import { createWriterPool } from '../file/writer-pool.ts'
import { followFile } from '../follow/follow-file.ts'
import { forkLog } from '../store/fork-log.ts'
import { formatSessionKey } from '../store/session-key.ts'
import { toStoredItem } from '../store/to-stored-item.ts'
import type { AppendOutcome, ReadOptions, StoredItem, TranscriptStore } from '../store/transcript-store.ts'
import { TranscriptError, toTranscriptError } from '../transcript-error.ts'

export type FileStoreOptions = {
  /** The folder that holds `projects`: see `findRoots`. */
  readonly root: string
  /** The folder that holds the projects, where it is another than `projects` below the root. */
  readonly projects?: string
  readonly disk?: Disk
  readonly acquireLease?: (path: string) => Promise<Lease | null>
}

/** Transcripts as files in Claude Code's layout. A position is a byte of the file. */
export function createFileStore(options: FileStoreOptions): TranscriptStore {
  const { root, projects = join(root, 'projects'), disk = nodeDisk } = options
  const writers = createWriterPool({ disk, acquireLease: options.acquireLease ?? acquireLease })
  const store: TranscriptStore = {
    async append(key, entries, appendOptions = {}) {
      const path = toPathBelow(projects, key)
      const writer = writers.get(path) ?? (await writers.open(path))
      if (!writer) return toLeasedOutcome(path, (await sizeOf(path)) ?? 0)
      const { expectedSeq, acknowledge } = appendOptions
      return toAppendOutcome(
        await writer.write(encodeEntries(entries), { expectedSize: expectedSeq, acknowledge }),
      )
    },
    read: (key, readOptions) => readItems(() => toPathBelow(projects, key), readOptions),
    follow: (key, followOptions) => followFile(toPathBelow(projects, key), followOptions),
    list: filter => listLogs(projects, filter),
    end: key => sizeOf(toPathBelow(projects, key)),
    async delete(key) {
      const path = toPathBelow(projects, key)
      await writers.release(path)
      // A lease would make the folder.
      if ((await sizeOf(dirname(path))) === null) return
      const lease = await writers.tryLease(path)
      if (!lease)
        throw new TranscriptError(
          'in-use',
          [`${formatSessionKey(key)} is being written by another process.`, describeDistantHolder(path) ?? []]
            .flat()
            .join(' '),
        )
      await rm(path, { force: true })
      if (key.subpath === undefined)
        await rm(path.slice(0, -'.jsonl'.length), { recursive: true, force: true })
      await lease.release()
    },
    draft: target =>
      createFileDraft({
        projects,
        target,
        acquireLease: options.acquireLease ?? acquireLease,
        createStore: folder => createFileStore({ ...options, projects: folder }),
      }),
    fork: (key, forkOptions) => forkLog(store, key, forkOptions),
    flush: () => writers.flush(),
    release: key => writers.release(toPathBelow(projects, key)),
    close: () => writers.close(),
  }
  return store
}

function toLeasedOutcome(path: string, seq: number): AppendOutcome {
  const holder = describeDistantHolder(path)
  return { status: 'conflict', reason: 'leased', seq, ...(holder !== null && { holder }) }
}

function encodeEntries(entries: readonly Entry[]): Uint8Array {
  return Buffer.from(entries.map(encodeEntry).join(''))
}

function toAppendOutcome({ status, size }: WriteOutcome): AppendOutcome {
  return status === 'appended' ? { status, seq: size } : { status, reason: 'moved-on', seq: size }
}

async function* readItems(
  toPath: () => string,
  options: ReadOptions = {},
): AsyncGenerator<StoredItem, void, undefined> {
  const path = toPath()
  const read = options.direction === 'backwards' ? readFileBackwards : readFileForwards
  const lines = read(path, { ...options, longLines: 'skipped' })
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
