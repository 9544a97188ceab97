import {
  closeSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { makeFolder } from '@antiphon/transcript'
import { toSourceRecord } from '../entries/entry-writer.ts'
import type { AgentReader, Original, ReadItem, ReadPoint, SessionHead } from '../reader.ts'
import type { AgentLedger, LedgerLine } from './agent-ledger.ts'
import { toCopyPath } from './copy-path.ts'

export type CopyWork = {
  readonly root: string
  readonly reader: AgentReader
  readonly ledger: AgentLedger
  /** Which original each copy is of, and its place among those that were found. */
  readonly claimed: Map<string, SessionClaim>
  /** The place of the original among those that were found: of two that hold one session the first counts. */
  readonly rank: number
  readonly signal?: AbortSignal | undefined
}

export type SessionClaim = { readonly original: Pick<Original, 'path' | 'row'>; readonly rank: number }

/** Brings the copy of one original to what it is now; what was only appended to is only appended to. */
export async function copyOriginal(original: Original, work: CopyWork): Promise<LedgerLine> {
  const { root, reader, ledger, claimed, rank } = work
  const known = ledger.find(original)
  const isSameReader = known?.version === reader.version
  const head = (isSameReader ? known?.head : null) ?? withoutOddPath(await reader.head(original))
  const to = head === null ? '' : toCopyPath(head)
  const about = { stamp: original.stamp, version: reader.version, head }
  const owner = claimed.get(to)
  // The same session may lie in two places: what was found first is the one that counts.
  const isOther = owner !== undefined && nameOf(owner.original) !== nameOf(original)
  if (head === null || (isOther && owner.rank < rank)) {
    const isEmpty = head !== null || isJustBegun(original)
    const line = { ...about, ...NO_COPY, ...(!isEmpty && { problem: NO_SESSION }) }
    ledger.put(original, line)
    return line
  }
  if (isOther) {
    const line = ledger.find(owner.original)
    if (line) ledger.put(owner.original, { ...line, ...NO_COPY })
  }
  claimed.set(to, { original, rank })
  const path = join(root, to)
  makeFolder(dirname(path))
  const point =
    isSameReader && known?.to === to && sizeOf(path) === known.bytes ? ledger.readPoint(original) : null
  const goesOn = point !== null && beginsAsRead(original, point)
  const from = goesOn ? point : null
  const written = from
    ? await appendItems({ path, original, head }, from, work)
    : await writeAnew({ path, original, head }, work)
  ledger.writePoint(
    original,
    written.point && { ...written.point, checksum: checksumUntil(original.path, written.point.at) },
  )
  // Lists go by the time of the file, and what is older than its own entries would be overlooked.
  utimesSync(path, new Date(), new Date(original.modifiedAt))
  const damaged = (from ? (known?.damaged ?? 0) : 0) + written.damaged
  const line = { ...about, to, bytes: sizeOf(path), damaged }
  ledger.put(original, line)
  return line
}

/** A directory of a damaged file may be anything: one that no system has is none. */
function withoutOddPath(head: SessionHead | null): SessionHead | null {
  return head && /^[^\0\r\n]{0,32767}$/.test(head.cwd) ? head : head && { ...head, cwd: '' }
}

const NO_SESSION = 'holds no session that can be read: it is damaged, or of a form that is not known'

/** True for a file of blanks or of a piece of its first line, and for what is no file. */
function isJustBegun({ path, row, bytes }: Original): boolean {
  if (bytes === 0 || row !== '' || !statSync(path, { throwIfNoEntry: false })?.isFile()) return true
  const descriptor = openSync(path, 'r')
  try {
    const head = readAt(descriptor, 0, LONGEST_FIRST).toString('latin1')
    return head.trim() === '' || (path.endsWith('.jsonl') && !head.trimStart().includes('\n'))
  } finally {
    closeSync(descriptor)
  }
}

/** The session lies in another original, or in none. */
const NO_COPY = { to: '', bytes: 0, damaged: 0 }

/** One name for a file or a row. */
export function nameOf({ path, row }: Pick<Original, 'path' | 'row'>): string {
  return `${path}\0${row}`
}

type CopyPlace = { readonly path: string; readonly original: Original; readonly head: SessionHead }

type Written = { readonly point: ReadPoint | null; readonly damaged: number }

async function appendItems(
  { path, original, head }: CopyPlace,
  from: ReadPoint,
  work: CopyWork,
): Promise<Written> {
  const descriptor = openSync(path, 'a', 0o600)
  try {
    return await writeItems(descriptor, work.reader.read(original, head, from), work.signal)
  } finally {
    closeSync(descriptor)
  }
}

/** Writes all of it beside the copy; what the copy begins with already is not written again, so that who follows it goes on. */
async function writeAnew({ path, original, head }: CopyPlace, work: CopyWork): Promise<Written> {
  const { reader, signal } = work
  const part = `${path}.${process.pid}.part`
  const descriptor = openSync(part, 'w+', 0o600)
  try {
    writeSync(
      descriptor,
      `${JSON.stringify(toSourceRecord(reader.agent, head, original.path, original.row))}\n`,
    )
    const written = await writeItems(descriptor, reader.read(original, head, null), signal)
    const before = sizeOf(path)
    if (before >= 0 && before <= fstatSync(descriptor).size && beginsWith(descriptor, path, before)) {
      appendRest(descriptor, before, path)
      rmSync(part, { force: true })
    } else renameSync(part, path)
    return written
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

async function writeItems(
  descriptor: number,
  items: AsyncGenerator<ReadItem, ReadPoint | null, undefined>,
  signal: AbortSignal | undefined,
): Promise<Written> {
  let damaged = 0
  let pending: string[] = []
  let length = 0
  const flush = (): void => {
    if (length > 0) writeAll(descriptor, Buffer.from(pending.join('')))
    pending = []
    length = 0
  }
  for (;;) {
    const next = await items.next()
    if (next.done) {
      flush()
      return { point: next.value, damaged }
    }
    const item = next.value
    if (item.kind === 'damage') {
      // The bytes themselves: whoever reads logs tells of them by the same rules as of any other.
      flush()
      damaged += 1
      writeAll(descriptor, item.raw)
      if (item.raw.at(-1) !== NEWLINE) writeAll(descriptor, Buffer.from('\n'))
      continue
    }
    const line = `${JSON.stringify(item.entry)}\n`
    pending.push(line)
    length += line.length
    if (length < PORTION) continue
    signal?.throwIfAborted()
    flush()
  }
}

const NEWLINE = 0x0a
const PORTION = 1024 * 1024

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done)
}

/** -1 where there is no such file. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1
}

function beginsWith(descriptor: number, path: string, length: number): boolean {
  const other = openSync(path, 'r')
  try {
    for (let at = 0; at < length; at += PORTION) {
      const size = Math.min(PORTION, length - at)
      if (!readAt(descriptor, at, size).equals(readAt(other, at, size))) return false
    }
    return true
  } finally {
    closeSync(other)
  }
}

function appendRest(descriptor: number, from: number, path: string): void {
  const end = fstatSync(descriptor).size
  if (from === end) return
  const target = openSync(path, 'a')
  try {
    for (let at = from; at < end; at += PORTION)
      writeAll(target, readAt(descriptor, at, Math.min(PORTION, end - at)))
  } finally {
    closeSync(target)
  }
}

function readAt(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  const read = readSync(descriptor, bytes, 0, length, at)
  return bytes.subarray(0, read)
}

/** True if nothing before the point is other than it was: some agents cut a file, or write it anew. */
function beginsAsRead(
  { path, bytes }: Original,
  { at, checksum }: { readonly at: number; readonly checksum: number },
): boolean {
  return bytes >= at && checksumUntil(path, at) === checksum
}

/** Of both ends of what stands before a place. */
function checksumUntil(path: string, at: number): number {
  const descriptor = openSync(path, 'r')
  try {
    const window = Math.min(WINDOW, at)
    return crc32(readAt(descriptor, at - window, window), crc32(readAt(descriptor, 0, window)))
  } finally {
    closeSync(descriptor)
  }
}

const WINDOW = 16 * 1024
const LONGEST_FIRST = 512 * 1024
