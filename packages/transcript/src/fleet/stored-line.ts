import { decodeLines } from '@antiphon/core'
import type { LogLine } from '@antiphon/core/log'
import type { StoredItem } from '../store/transcript-store.ts'

/** A line as it was stored, by its position. */
export type StoredLine = { readonly seq: number; readonly line: Buffer }

/** A stored line as a store gives it out; what holds no entry is damage, at its own position. */
export function toLineItem({ seq, line }: StoredLine): StoredItem {
  const place = { seq, next: seq + 1 }
  const [read]: readonly LogLine[] = decodeLines(line)
  if (read?.kind === 'entry') return { kind: 'entry', entry: read.entry, ...place }
  return { kind: 'bad', reason: read?.kind === 'bad' ? read.reason : 'not-json', ...place }
}
