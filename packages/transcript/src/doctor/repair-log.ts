import { decodeLines, type Entry, encodeEntry } from '@antiphon/core'
import type { EntryLine } from '@antiphon/core/log'
import { NODE_BYTE_TEXT } from '../node-byte-text.ts'
import { type Examination, examineLog, type NumberedLine } from './examine-log.ts'
import { setJsonFields } from './json-fields.ts'
import { recordResults, type SettledMessage } from './settle-links.ts'

/** A log in which nothing is left that can be mended, and how it differs from the one that was given. */
export type LogRepairOutcome = {
  readonly bytes: Uint8Array
  /** In the order of the file; empty where nothing had to change. */
  readonly changes: readonly LineChange[]
}

/** One stretch of the file that is not as it was. */
export type LineChange = {
  readonly action: 'removed' | 'rewritten' | 'added'
  /** Place and line in the file as it was; an added line stands behind its end. */
  readonly offset: number
  readonly line: number
  /** Null where nothing was there, and where nothing is left. */
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
}

/**
 * Writes down what readers make of a damaged log: each entry on a line of its own, once, under a uuid of its own,
 * behind the parent with which it is read; bytes that hold no entry are left out. What was said is never changed, and
 * an entry that needs no change stays byte for byte. What is left out is only in the bytes that were given: keep them.
 */
export function repairLog(bytes: Uint8Array): LogRepairOutcome {
  const { bytes: repaired, changes } = repairExamination(examineLog(bytes))
  return { bytes: repaired, changes }
}

/** The same, and the entries that are then in the log: what was kept is not read again. */
type ExaminationRepair = LogRepairOutcome & { readonly readEntries: () => readonly Entry[] }

/** The same for a log that was read already. A file that is no session is given back as it is. */
export function repairExamination(examination: Examination): ExaminationRepair {
  const mended = mendLines(examination)
  const results = addResults(examination, mended)
  const parts = [...mended, ...results]
  const bytes = Buffer.concat(parts.flatMap(({ after }) => after ?? []))
  return {
    bytes,
    changes: parts.filter(isChange),
    readEntries: () => readEntries(parts, bytes),
  }
}

/** Parts that are whole lines hold the same entries one by one as together. */
function readEntries(parts: readonly Part[], bytes: Uint8Array): readonly Entry[] {
  const written = parts.filter(({ after }) => after !== null && after.length > 0)
  const areLines = written.every(
    ({ after }, index) => index === written.length - 1 || endsWithNewline(after ?? bytes),
  )
  return areLines
    ? written.flatMap(({ entry, after }) => entry ?? decodeEntries(after ?? NOTHING))
    : decodeEntries(bytes)
}

const NOTHING = new Uint8Array(0)

function decodeEntries(bytes: Uint8Array): readonly Entry[] {
  return decodeLines(bytes, { text: NODE_BYTE_TEXT }).flatMap(line =>
    line.kind === 'entry' ? [line.entry] : [],
  )
}

type Part = Omit<LineChange, 'action'> & {
  readonly action: LineChange['action'] | 'kept'
  /** Of a line that was kept, where it holds one. */
  readonly entry?: Entry
}

function isChange(part: Part): part is LineChange {
  return part.action !== 'kept'
}

function mendLines(examination: Examination): readonly Part[] {
  const { lines, entryLines, isSession } = examination
  const writing = planEntries(examination)
  let position = -1
  return lines.map(line => {
    if (line.kind === 'entry') position++
    const after = isSession ? mendLine({ line, position, writing, entryLines }) : line.raw
    const action = after === null ? 'removed' : after === line.raw ? 'kept' : 'rewritten'
    const entry = action === 'kept' && line.kind === 'entry' ? { entry: line.entry } : {}
    return { action, offset: line.offset, line: line.line, before: line.raw, after, ...entry }
  })
}

type MendSource = {
  readonly line: NumberedLine
  /** Of the entry that the line holds. */
  readonly position: number
  readonly writing: ReadonlyMap<number, SettledMessage | null>
  readonly entryLines: Examination['entryLines']
}

function mendLine({ line, position, writing, entryLines }: MendSource): Uint8Array | null {
  // A line too long to be read may hold an entry all the same.
  if (line.kind === 'bad' && line.reason === 'too-long') return line.raw
  if (line.kind !== 'entry') return null
  const message = writing.get(position)
  if (message === undefined) return toTextLine(line)
  if (message === null) return null
  const raw = toTextLine(entryLines[message.source] ?? line)
  return Object.keys(message.links).length === 0
    ? raw
    : encoder.encode(setJsonFields(decoder.decode(raw), message.links))
}

/** The line of an entry as text that every reader takes: what readers see in place of other bytes is written down. */
function toTextLine({ raw, hasInvalidText }: Pick<EntryLine, 'raw' | 'hasInvalidText'>): Uint8Array {
  return toWholeLine(hasInvalidText ? encoder.encode(decoder.decode(raw)) : raw)
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** For each place that holds a message what is written there; null where its entry is elsewhere already. */
function planEntries({
  messages,
  conversation,
  entryLines,
}: Examination): ReadonlyMap<number, SettledMessage | null> {
  const plan = new Map<number, SettledMessage | null>()
  const offsets = new Map(entryLines.map(({ offset }, position) => [offset, position]))
  for (const { rule, offset } of conversation.report)
    if (rule === 'duplicate-entry' || rule === 'conflicting-entry')
      plan.set(offsets.get(offset ?? -1) ?? -1, null)
  for (const message of messages) plan.set(message.position, message)
  return plan
}

/** Results are recorded last, behind a last line that is whole by then. */
function addResults(examination: Examination, mended: readonly Part[]): readonly Part[] {
  const { size, lines } = examination
  const line = (lines.at(-1)?.line ?? 0) + 1
  const entries = recordResults(settle(examination, mended))
  return entries.map(entry => {
    const after = encoder.encode(encodeEntry(entry))
    return { action: 'added', offset: size, line, before: null, after }
  })
}

/** Where circles were cut the conversation may end elsewhere once that is written down. */
function settle(examination: Examination, mended: readonly Part[]): Examination {
  const hasCycle = examination.conversation.report.some(({ rule }) => rule === 'parent-cycle')
  if (!hasCycle) return examination
  return examineLog(Buffer.concat(mended.flatMap(({ after }) => after ?? [])))
}

/** True where the bytes end their line. */
export function endsWithNewline(bytes: Uint8Array): boolean {
  return bytes.at(-1) === NEWLINE
}

/** True where an editor put a byte order mark first. */
export function beginsWithMark(bytes: Uint8Array): boolean {
  return BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte)
}

/** The bytes of an entry as a line of its own: without mark, and ended. Bytes that are so already are given back. */
function toWholeLine(bytes: Uint8Array): Uint8Array {
  const body = beginsWithMark(bytes) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
  if (endsWithNewline(body)) return body
  const line = new Uint8Array(body.length + 1)
  line.set(body)
  line[body.length] = NEWLINE
  return line
}

const NEWLINE = 0x0a
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const
