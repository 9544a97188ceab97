import type { Entry, UUID } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import { createFileStore, type StoredEntry } from '@antiphon/transcript'
import type { FoundLog } from '../logs/find-log.ts'

/** A place of a log: all before `end`, as the conversation that leads to `leafUuid`. */
export type PlaceInLog = {
  readonly end: number
  /** The newest unless told. */
  readonly leafUuid?: UUID
  /** The entry that was asked for; none for the end of the log. */
  readonly entry?: Entry
}

export type PlaceQuestion = { readonly seq?: number | undefined; readonly uuid?: string | undefined }

/** The place that a question means; the end of the log where it names none, null where nothing begins there. */
export async function findPlace(
  log: FoundLog,
  { seq, uuid }: PlaceQuestion,
  signal: AbortSignal,
): Promise<PlaceInLog | null> {
  const store = createFileStore({ root: log.root })
  const end = (await store.end(log.key)) ?? 0
  if (seq === undefined && uuid === undefined) return { end }
  const found = seq === undefined ? await findUuid() : await findSeq(seq)
  if (!found) return null
  const { entry, next } = found
  return { entry, end: next, ...(isTranscriptEntry(entry) && hasUuid(entry) && { leafUuid: entry.uuid }) }

  async function findSeq(wanted: number): Promise<StoredEntry | null> {
    if (wanted >= end) return null
    for await (const item of store.read(log.key, { from: wanted })) {
      if (item.seq < wanted) continue
      return item.kind === 'entry' && item.seq === wanted ? item : null
    }
    return null
  }

  /** From the end on: what is asked about is mostly new. */
  async function findUuid(): Promise<StoredEntry | null> {
    for await (const item of store.read(log.key, { direction: 'backwards' })) {
      signal.throwIfAborted()
      if (item.kind === 'entry' && 'uuid' in item.entry && item.entry.uuid === uuid) return item
    }
    return null
  }
}

function hasUuid(entry: { readonly uuid?: unknown }): boolean {
  return typeof entry.uuid === 'string' && entry.uuid !== ''
}
