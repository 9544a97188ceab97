import { isObject } from '@antiphon/contract'
import { SYNTHETIC_MODEL } from '@antiphon/core'
import type { AnswerReport } from './answer-report.ts'
import { measureLatin1 } from './measure-latin1.ts'
import { createPlainField, isTextAt, readKey, readValue } from './plain-field.ts'

/**
 * The answer of a line whose fields are all plain, read from its bytes without parsing it: that takes a fraction of the
 * time, and most lines are such. Undefined for every other line, and for a line that reports no answer.
 */
export function readPlainAnswer(line: Buffer): AnswerReport | undefined {
  if (!isTextAt(line, 0, HEAD.length, HEAD)) return undefined
  forget(ENTRY)
  forget(MESSAGE)
  const message = readFields(line, 1, ENTRY)
  if (message === -1 || !isKey(line, 'message') || line[message] !== OPEN) return undefined
  const list = readFields(line, message + 1, MESSAGE)
  if (list === -1 || !isKey(line, 'content') || line[list] !== LIST) return undefined
  const rest = line.toString('latin1', list)
  const behind = findContentEnd(rest, list)
  const used = behind === -1 ? -1 : readFields(line, behind, NOTHING)
  if (used === -1 || !isKey(line, 'usage')) return undefined
  const usageEnd = findObjectEnd(line, used)
  if (usageEnd === -1 || !isRestPlain(line, usageEnd)) return undefined
  // Behind the list stands a comma.
  return toReport(line, { usageStart: used, usageEnd, content: rest.slice(0, behind - 1 - list) })
}

const HEAD = '{"parentUuid":'
const CONTENT_END = '],"stop_reason":'
const [OPEN, CLOSE, LIST, COMMA, BACKSLASH] = [0x7b, 0x7d, 0x5b, 0x2c, 0x5c] as const

/** A field whose value is asked for. */
type Wanted = {
  readonly name: string
  start: number
  end: number
  isText: boolean
  /** The text that it had last. Answers follow each other: most texts are those of the line before. */
  last: string
}

function want(name: string): Wanted {
  return { name, start: 0, end: 0, isText: false, last: '' }
}

const TYPE = want('type')
const TIMESTAMP = want('timestamp')
const AGENT = want('agentId')
const SESSION = want('sessionId')
const CWD = want('cwd')
const SIDECHAIN = want('isSidechain')
const API_ERROR = want('isApiErrorMessage')
const ID = want('id')
const MODEL = want('model')

const ENTRY = [TYPE, TIMESTAMP, AGENT, SESSION, CWD, SIDECHAIN, API_ERROR]
const MESSAGE = [ID, MODEL]
const NOTHING: readonly Wanted[] = []

function forget(fields: readonly Wanted[]): void {
  for (const field of fields) {
    field.end = field.start
    field.isText = false
  }
}

/** Undefined where it is no text, or an empty one. */
function textOf(line: Buffer, field: Wanted): string | undefined {
  const { start, end } = field
  if (!field.isText || start === end) return undefined
  if (!isTextAt(line, start, end, field.last)) field.last = line.toString('utf8', start, end)
  return field.last
}

function isTrue(line: Buffer, { start, end, isText }: Wanted): boolean {
  return !isText && isTextAt(line, start, end, 'true')
}

const FIELD = createPlainField()

function isKey(line: Buffer, name: string): boolean {
  return isTextAt(line, FIELD.keyStart, FIELD.keyEnd, name)
}

/** Reads plain fields with commas between them, up to the first whose value is a list or an object: gives its place. */
function readFields(line: Buffer, from: number, wanted: readonly Wanted[]): number {
  for (let place = from; ; place++) {
    const value = readKey(line, place, FIELD)
    if (value === -1 || line[value] === OPEN || line[value] === LIST) return value
    place = readValue(line, value, FIELD)
    if (place === -1 || line[place] !== COMMA) return -1
    keep(line, wanted)
  }
}

/** Of two fields with one name, the later one counts. */
function keep(line: Buffer, wanted: readonly Wanted[]): void {
  const { keyStart, keyEnd, start, end, isText } = FIELD
  for (const field of wanted)
    if (isTextAt(line, keyStart, keyEnd, field.name)) {
      field.start = start
      field.end = end
      field.isText = isText
      return
    }
}

/**
 * Where the message goes on behind its content; -1 where that cannot be told. Quotes inside of texts are escaped, so the
 * mark is a key; what was cut at another key is not plain. A line that may hold more than one entry is not cut.
 */
function findContentEnd(rest: string, from: number): number {
  const end = rest.lastIndexOf(CONTENT_END)
  return end === -1 || rest.includes('}{"') || rest.includes(HEAD) ? -1 : from + end + 2
}

/** Whether braces inside of texts misled it, parsing what was found tells. */
function findObjectEnd(line: Buffer, from: number): number {
  let depth = 0
  for (let place = from; place < line.length; place++) {
    const byte = line[place]
    if (byte === OPEN) depth++
    else if (byte === CLOSE && --depth === 0) return place + 1
    else if (byte === BACKSLASH) return -1
  }
  return -1
}

/** Reads the rest of the message, and of the entry up to its end. */
function isRestPlain(line: Buffer, from: number): boolean {
  const messageEnd = readFieldsToEnd(line, from, NOTHING)
  const end = messageEnd === -1 ? -1 : readFieldsToEnd(line, messageEnd, ENTRY)
  if (end === -1) return false
  for (let place = end; place < line.length; place++) if (!SPACES.has(line[place] ?? 0)) return false
  return true
}

const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d])

/** Reads plain fields, each behind a comma, and the brace behind them; gives the place behind that. */
function readFieldsToEnd(line: Buffer, from: number, wanted: readonly Wanted[]): number {
  for (let place = from; ; ) {
    if (line[place] === CLOSE) return place + 1
    const value = line[place] === COMMA ? readKey(line, place + 1, FIELD) : -1
    place = value === -1 ? -1 : readValue(line, value, FIELD)
    if (place === -1) return -1
    keep(line, wanted)
  }
}

type FoundPlaces = { readonly usageStart: number; readonly usageEnd: number; readonly content: string }

function toReport(line: Buffer, { usageStart, usageEnd, content }: FoundPlaces): AnswerReport | undefined {
  const id = textOf(line, ID)
  const model = textOf(line, MODEL)
  if (textOf(line, TYPE) !== 'assistant' || id === undefined || model === undefined) return undefined
  if (model === SYNTHETIC_MODEL || isTrue(line, API_ERROR)) return undefined
  const usage = readUsage(line, usageStart, usageEnd)
  if (!usage) return undefined
  return {
    id,
    model,
    usage,
    parts: measureLatin1(content),
    at: textOf(line, TIMESTAMP) ?? null,
    isSubagent: isTrue(line, SIDECHAIN),
    agent: textOf(line, AGENT) ?? null,
    isCopy: false,
    sessionId: textOf(line, SESSION) ?? null,
    cwd: textOf(line, CWD) ?? null,
  }
}

let lastUsage: { readonly json: string; readonly usage: object | undefined } = { json: '', usage: undefined }

/** An answer that is split over lines often has the same usage on all of them. */
function readUsage(line: Buffer, start: number, end: number): object | undefined {
  if (!isTextAt(line, start, end, lastUsage.json)) {
    const json = line.toString('latin1', start, end)
    lastUsage = { json, usage: parseObject(json) }
  }
  return lastUsage.usage
}

function parseObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
