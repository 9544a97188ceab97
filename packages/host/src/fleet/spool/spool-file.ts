import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@antiphon/contract'
import type { Entry } from '@antiphon/core'
import {
  createFileStore,
  makeFolder,
  type SessionKey,
  type TranscriptStore,
  toLogPath,
} from '@antiphon/transcript'

/** Where the entries of a spooled log belong: behind so many of the store's, by this writer of it. */
export type SpoolHead = { readonly base: number; readonly writer: string }

/**
 * Entries whose store is away, as files of this machine: durable when an append is answered, one file a log, its first
 * line says where the others belong. Its writer holds a lease on it, which ends with the process.
 */
export interface SpoolFiles {
  /** Resolves when the entries are on the disk. A log that is not spooled yet begins with its head. */
  append(key: SessionKey, entries: readonly Entry[], head: SpoolHead | null): Promise<void>
  /** What the file of a log says; null where nothing is spooled, or less than a head. */
  head(key: SessionKey): Promise<SpoolHead | null>
  /** The entries behind the head, in their order. */
  read(key: SessionKey): AsyncIterable<Entry>
  /** The keys of all logs, whoever spooled them. */
  list(): AsyncIterable<SessionKey>
  path(key: SessionKey): string
  /** Removes the file of a log of which the store has all. */
  remove(key: SessionKey): Promise<void>
  close(): Promise<void>
}

/** The spool in a folder; it is made when there is something to keep. */
export function openSpoolFiles(folder: string): SpoolFiles {
  const files: TranscriptStore = createFileStore({ root: folder })
  const path = (key: SessionKey): string => toLogPath(folder, key)
  return {
    async append(key, entries, head) {
      if (head) makeFolder(join(folder, 'projects'))
      const outcome = await files.append(
        key,
        head ? [toHeadEntry(head), ...entries] : entries,
        head ? { expectedSeq: 0 } : {},
      )
      if (outcome.status === 'conflict')
        throw new Error(`${path(key)} is being written by somebody else, or holds what was not sent yet`)
    },
    async head(key) {
      for await (const item of files.read(key)) return item.kind === 'entry' ? readHead(item.entry) : null
      return null
    },
    async *read(key) {
      let isHead = true
      for await (const item of files.read(key)) {
        // What a crash tore was never acknowledged.
        if (!isHead && item.kind === 'entry') yield item.entry
        isHead = false
      }
    },
    async *list() {
      for await (const { key } of files.list()) yield key
    },
    path,
    async remove(key) {
      await files.release(key)
      await rm(path(key), { force: true })
    },
    close: () => files.close(),
  }
}

const TYPE = 'spool'

function toHeadEntry({ base, writer }: SpoolHead): Entry {
  return { type: TYPE, base, writer }
}

function readHead(entry: Entry): SpoolHead | null {
  if (!isObject(entry) || entry.type !== TYPE) return null
  const { base, writer } = entry
  return typeof base === 'number' && typeof writer === 'string' ? { base, writer } : null
}
