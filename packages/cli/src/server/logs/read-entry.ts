import { createFileStore } from '@antiphon/transcript'
import { safeJson } from '../../terminal/safe-json.ts'
import type { FoundLog } from './find-log.ts'

/** The entry at a position as JSON, whole; null where none begins there. */
export async function readEntry(log: FoundLog, seq: number): Promise<string | null> {
  const store = createFileStore({ root: log.root })
  if (seq >= ((await store.end(log.key)) ?? 0)) return null
  for await (const item of store.read(log.key, { from: seq })) {
    if (item.seq < seq) continue
    return item.kind === 'entry' && item.seq === seq ? safeJson(item.entry) : null
  }
  return null
}
