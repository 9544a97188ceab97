import { isAscii } from 'node:buffer'
import { isObject } from '@antiphon/contract'
import { type ContextReference, decodeLines, type Entry } from '@antiphon/core'
import { readReferences } from '@antiphon/core/context'
import { readFields, readObject, readText } from './read-fields.ts'

/** What a field of a document is. */
export type SearchFieldKind = (typeof FIELD_KINDS)[number]

export const FIELD_KINDS = [
  'prompt',
  'answer',
  'thinking',
  'tool-input',
  'tool-output',
  'attachment',
  'title',
  'system',
] as const

export type SearchField = {
  readonly kind: SearchFieldKind
  readonly text: string
  /** The tool that is called or that answers; the call of an answer may stand in another line. */
  readonly tool?: string
  /** The call that an answer belongs to. */
  readonly call?: string
  readonly isError?: true
}

/** The words of one stored line, by what they are. */
export type SearchDocument = {
  /** The session's id; of a subagent that of its caller, where known. */
  readonly session: string
  /** `agent-…` where a subagent's log holds the line. */
  readonly agent?: string
  /** The directory that was worked in. */
  readonly project: string
  readonly role: DocumentRole
  readonly model?: string
  readonly branch?: string
  readonly uuid?: string
  /** Milliseconds of the epoch; a line without a time has that of the line before it. */
  readonly time: number
  readonly isSidechain: boolean
  /** What a person attached to the prompt, where they did. */
  readonly references?: readonly ContextReference[]
  readonly fields: readonly SearchField[]
}

export type DocumentRole = (typeof DOCUMENT_ROLES)[number]

export const DOCUMENT_ROLES = ['user', 'assistant', 'system', 'tool'] as const

/** What can be searched of an entry; nothing where it says nothing. */
export function readDocument(entry: Entry, file: LineFile): SearchDocument | undefined {
  const record: Readonly<Record<string, unknown>> = entry
  const fields = readFields(record).filter(({ text }) => text !== '')
  if (fields.length === 0) return undefined
  const message = readObject(record.message)
  const model = readText(message?.model)
  const branch = readText(record.gitBranch)
  const uuid = readText(record.uuid)
  const references = readReferences(record)
  const isAgent = file.agent !== undefined
  return {
    session: (isAgent ? readText(record.sessionId) : undefined) ?? file.session,
    ...(file.agent !== undefined && { agent: file.agent }),
    project: readText(record.cwd) ?? '',
    role: roleOf(
      record,
      fields.some(({ kind }) => kind === 'tool-output'),
    ),
    ...(model !== undefined && { model }),
    ...(branch !== undefined && { branch }),
    ...(uuid !== undefined && { uuid }),
    time: readTime(record) ?? file.firstTime(),
    isSidechain: record.isSidechain === true,
    ...(references.length > 0 && { references }),
    fields,
  }
}

/** The time of an entry in milliseconds of the epoch, where it has one. */
export function readTime({ timestamp }: Readonly<Record<string, unknown>>): number | undefined {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function roleOf({ type }: Readonly<Record<string, unknown>>, hasOutput: boolean): DocumentRole {
  if (type === 'assistant') return 'assistant'
  if (type !== 'user') return 'system'
  return hasOutput ? 'tool' : 'user'
}

/** The documents of one line of a log. */
export function readLine(line: Buffer, file: LineFile): readonly SearchDocument[] {
  const documents: SearchDocument[] = []
  for (const entry of decodeEntries(line)) {
    const document = readDocument(entry, file)
    if (document) documents.push(document)
  }
  return documents
}

/** What a line's file tells of it. */
export type LineFile = {
  readonly session: string
  readonly agent?: string
  /** Dates entries without a time. */
  readonly firstTime: () => number
}

/** The entries of one line: one, none, or several where lines are glued. What is no UTF-8 is read with marks in its place. */
export function decodeEntries(line: Buffer): readonly Entry[] {
  const text = line.length < LONGEST ? toText(line) : undefined
  const value = text === undefined ? undefined : parse(text)
  if (value !== undefined) return isObject(value) ? [value] : []
  if (line.length === 0 || !line.includes(BRACE)) return []
  return decodeLines(line).flatMap(part => (part.kind === 'entry' ? [part.entry] : []))
}

const BRACE = 0x7b
// V8's longest string.
const LONGEST = 0x1fffffe8

/** ASCII is the same in latin1, and made many times faster. */
function toText(line: Buffer): string {
  if (isAscii(line)) return line.toString('latin1')
  const hasMark = line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf
  return line.toString('utf8', hasMark ? 3 : 0)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
