import type { Entry } from '@antiphon/core'
import { createFileStore } from '@antiphon/transcript'
import { type Json, toJson } from '../json/json.ts'
import type { FoundLog } from './find-log.ts'

/** The entry at a position, whole; null where none begins there, 'too-long' where no memory may hold it. */
export async function readEntry(log: FoundLog, seq: number): Promise<Json<Entry> | 'too-long' | null> {
  const store = createFileStore({ root: log.root })
  if (seq >= ((await store.end(log.key)) ?? 0)) return null
  for await (const item of store.read(log.key, { from: seq })) {
    if (item.seq < seq) continue
    if (item.seq !== seq) return null
    if (item.kind === 'bad') return item.reason === 'too-long' ? 'too-long' : null
    return toJson(item.entry)
  }
  return null
}
