import { type FileHandle, open } from 'node:fs/promises'
import type { Entry } from '@antiphon/core'
import { formatSize } from '@antiphon/core/ui'
import { readAt } from './read-at.ts'
import { type EdgeFields, readEdgeFields } from './read-edge-fields.ts'

/** Where a line stands that is too long to be read. */
export type LongLinePlace = { readonly seq: number; readonly next: number }

/** What stands in for a line that is too long to be read: where it belongs and how long it is, by its two ends. */
export async function readLongLine(path: string, place: LongLinePlace): Promise<Entry> {
  const handle = await open(path)
  try {
    return createLongLineEntry(await readEnds(handle, place), place)
  } finally {
    await handle.close()
  }
}

/** The same of a file that is open. */
export async function readEnds(handle: FileHandle, { seq, next }: LongLinePlace): Promise<EdgeFields> {
  const length = Math.min(next - seq, END_BYTES)
  const [head, tail] = [await readAt(handle, seq, length), await readAt(handle, next - length, length)]
  return readEdgeFields(head.toString(), tail.toString())
}

export function createLongLineEntry(fields: EdgeFields, { seq, next }: LongLinePlace): Entry {
  const kept = Object.fromEntries(KEPT.flatMap(name => (name in fields ? [[name, fields[name]]] : [])))
  const entry = {
    parentUuid: null,
    // One that tells no name hangs in nobody's way.
    uuid: `line-${seq}`,
    ...kept,
    type: 'system',
    subtype: 'oversize_line',
    level: 'warning',
    content: `A line of ${formatSize(next - seq)}${describeType(fields)} is too long to be read. It begins at byte ${seq} of the log.`,
    lineType: typeof fields.type === 'string' ? fields.type : null,
    lineBytes: next - seq,
    lineOffset: seq,
  }
  // A log holds any object; this one says what it stands for.
  return entry as Entry
}

const END_BYTES = 16 * 1024

/** What ties it to others. */
const KEPT = [
  'parentUuid',
  'logicalParentUuid',
  'uuid',
  'timestamp',
  'sessionId',
  'isSidechain',
  'agentId',
  'cwd',
] as const

function describeType({ type }: EdgeFields): string {
  return typeof type === 'string' && /^[\w-]{1,40}$/.test(type) ? ` (${type})` : ''
}
