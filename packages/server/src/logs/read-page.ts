import { createFileStore, type StoredItem } from '@antiphon/transcript'
import { type Json, toJsonList, toJsonObject } from '../json/json.ts'
import type { Page, PlacedEntry } from '../protocol/log-protocol.ts'
import type { FoundLog } from './find-log.ts'
import { listAgentIds } from './list-agents.ts'
import { formatLongLine, formatPlacedEntry } from './place-entry.ts'
import { readLongLine } from './read-long-line.ts'

export type PageOptions = {
  /** Up to here; the end of the log unless told. */
  readonly before?: number | undefined
  /** From here on instead. */
  readonly after?: number | undefined
}

/** Of a few kilobytes to `PAGE_BYTES`, however long the log and its lines are. */
export async function readPage(log: FoundLog, { before, after }: PageOptions): Promise<Json<Page>> {
  const store = createFileStore({ root: log.root })
  const end = (await store.end(log.key)) ?? 0
  const isForwards = after !== undefined
  const start = Math.min(isForwards ? after : (before ?? end), end)
  const items = store.read(log.key, { from: start, direction: isForwards ? 'forwards' : 'backwards' })
  const taken = await takePage(items, { start, path: log.path })
  const entries = isForwards ? taken.entries : taken.entries.reverse()
  const [from, to] = isForwards ? [start, taken.edge] : [taken.edge, start]
  const page = { from, to, end: Math.max(end, to), agentIds: await listAgentIds(log) }
  return toJsonObject(page, { entries: toJsonList(entries) })
}

const PAGE_BYTES = 150 * 1024
const PAGE_ENTRIES = 150
/** A stretch without entries is walked in several pages, so that none takes long. */
const PAGE_STORED_BYTES = 32 * 1024 * 1024

type TakenPage = {
  readonly entries: Json<PlacedEntry>[]
  /** The far end of what was taken. */
  readonly edge: number
}

async function takePage(
  items: AsyncIterable<StoredItem>,
  { start, path }: { readonly start: number; readonly path: string },
): Promise<TakenPage> {
  const entries: Json<PlacedEntry>[] = []
  let bytes = 0
  let edge = start
  for await (const item of items) {
    const text = await formatItem(item, path)
    if (text !== null) {
      bytes += Buffer.byteLength(text)
      if (entries.length > 0 && bytes > PAGE_BYTES) break
      entries.push(text)
    }
    edge = item.seq < start ? item.seq : item.next
    if (entries.length >= PAGE_ENTRIES || Math.abs(edge - start) > PAGE_STORED_BYTES) break
  }
  return { entries, edge }
}

/** Null for what holds none. */
async function formatItem(item: StoredItem, path: string): Promise<Json<PlacedEntry> | null> {
  if (item.kind === 'entry') return formatPlacedEntry(item)
  return item.reason === 'too-long' ? formatLongLine(item, await readLongLine(path, item)) : null
}
