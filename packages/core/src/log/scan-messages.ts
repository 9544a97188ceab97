import { isObject } from '../message/json.ts'
import type { UUID } from '../message/uuid.ts'
import { type ByteText, PORTABLE_BYTE_TEXT } from './byte-text.ts'
import type { Entry } from './entry.ts'
import { type ByteRange, parseBytes } from './parse-bytes.ts'
import {
  findLines,
  hasKeyBefore,
  isGlued,
  isSkipped,
  type LineHead,
  readHead,
  type ScannedEntry,
  scanLine,
} from './scan-line.ts'

/** What a list, a search or a preview shows of an entry. */
export type ScannedMessage = {
  readonly type: string
  readonly uuid: UUID | undefined
  readonly parentUuid: UUID | null | undefined
  readonly timestamp: string | undefined
  readonly isSidechain: boolean
  /** `message.content` of a user or an assistant, else the entry's own `content`. */
  readonly content: unknown
  /** The entry without `toolUseResult`, where the line had to be parsed whole. */
  readonly entry?: Entry
  readonly offset: number
  readonly length: number
}

/**
 * Reads a log for its words: like `scanEntries`, but of a user's or assistant's line only the content is parsed.
 * Where a line is not laid out as Claude Code lays it out, it is parsed whole.
 */
export function* scanMessages(
  bytes: Uint8Array,
  options: Partial<ByteText> = {},
): Generator<ScannedMessage, void, undefined> {
  const text = { ...PORTABLE_BYTE_TEXT, ...options }
  for (const range of findLines(bytes)) {
    const line = readHead(text, range)
    const message = scanContent(text, line)
    if (message) yield message
    else if (!isSkipped(text, line)) for (const scanned of scanLine(text, line)) yield toMessage(scanned)
  }
}

function toMessage({ entry, offset, length }: ScannedEntry): ScannedMessage {
  const fields: Readonly<Record<string, unknown>> = entry
  return {
    type: readText(fields.type) ?? '',
    uuid: readText(fields.uuid),
    parentUuid: fields.parentUuid === null ? null : readText(fields.parentUuid),
    timestamp: readText(fields.timestamp),
    isSidechain: fields.isSidechain === true,
    content: isObject(fields.message) ? fields.message.content : fields.content,
    entry,
    offset,
    length,
  }
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The message of a line that begins and ends as expected; undefined for any other. */
function scanContent(text: ByteText, line: LineHead): ScannedMessage | undefined {
  const { bytes, start, end, head, brace } = line
  const place = findContent(text, line)
  if (!place) return undefined
  const { contentStart, contentEnd, type, uuid, timestamp } = place
  const parentUuid = readParent(head)
  if (parentUuid === undefined) return undefined
  const content = parseBytes(text, { bytes, start: contentStart, end: contentEnd })
  if (content === undefined) return undefined
  const sidechain = head.indexOf('"isSidechain":true')
  const isSidechain = sidechain !== -1 && sidechain < brace
  return { type, uuid, parentUuid, timestamp, isSidechain, content, offset: start, length: end - start }
}

function readParent(head: string): UUID | null | undefined {
  if (head.startsWith('{"parentUuid":null,')) return null
  if (!head.startsWith(PARENT)) return undefined
  const parentUuid = head.slice(PARENT.length, head.indexOf('"', PARENT.length))
  return parentUuid.includes('\\') ? undefined : parentUuid
}

const PARENT = '{"parentUuid":"'

type ContentPlace = {
  readonly type: string
  readonly contentStart: number
  readonly contentEnd: number
  readonly uuid: UUID
  readonly timestamp: string
}

/**
 * Where the content stands. It begins at the first key `content` of `message`, with nothing nested before it; that
 * it also ends where it seems to is sure once it parses.
 */
function findContent(text: ByteText, line: LineHead): ContentPlace | undefined {
  const { start, head, brace } = line
  if (!hasKeyBefore(line, '"message":')) return undefined
  const key = head.indexOf(CONTENT, brace)
  const nested = head.indexOf('{', brace + 1)
  if (key === -1 || (nested !== -1 && nested < key)) return undefined
  const contentStart = start + key + CONTENT.length
  return hasKeyBefore(line, '"type":"user","message":')
    ? findUserContent(text, line, contentStart)
    : findAnswerContent(text, line, contentStart)
}

const CONTENT = '"content":'
const encoder = new TextEncoder()

const USER_END = encoder.encode('},"uuid":"')
const USER_TAIL =
  /^\},"uuid":"([^"\\]+)","timestamp":"([^"\\]+)"(?:\}\s*$|(,"toolUseResult":|,"sourceToolAssistantUUID":))/
const USER_TAIL_BYTES = 192

function findUserContent(text: ByteText, line: LineHead, contentStart: number): ContentPlace | undefined {
  const { bytes, end } = line
  const contentEnd = text.indexOf(bytes, USER_END, contentStart, end)
  if (contentEnd === -1) return undefined
  const tailEnd = Math.min(end, contentEnd + USER_TAIL_BYTES)
  const tail = USER_TAIL.exec(text.decodeLatin1(bytes, contentEnd, tailEnd))
  const [, uuid, timestamp, nextKey] = tail ?? []
  if (uuid === undefined || timestamp === undefined) return undefined
  const isWhole =
    nextKey === undefined ? tailEnd === end : isClosedEntry(text, { bytes, start: contentEnd, end })
  return isWhole ? { type: 'user', contentStart, contentEnd, uuid, timestamp } : undefined
}

/** True if the line ends as an object does and no other begins in it. */
function isClosedEntry(text: ByteText, range: ByteRange): boolean {
  const last = range.bytes[range.end - 1] === 0x0d ? range.end - 2 : range.end - 1
  return range.bytes[last] === 0x7d && !isGlued(text, range)
}

const ANSWER_END = encoder.encode('],"stop_reason":')
const ANSWER_TAIL = /^[^{}]*"type":"assistant","uuid":"([^"\\{}]+)","timestamp":"([^"\\{}]+)"[^{}]*\}\s*$/
const ANSWER_TAIL_BYTES = 640

function findAnswerContent(text: ByteText, line: LineHead, contentStart: number): ContentPlace | undefined {
  const { bytes, end } = line
  const listEnd = text.indexOf(bytes, ANSWER_END, contentStart, end)
  if (listEnd === -1) return undefined
  const tailStart = Math.max(listEnd, end - ANSWER_TAIL_BYTES)
  if (tailStart > listEnd && isGlued(text, { bytes, start: listEnd, end: tailStart })) return undefined
  const tail = text.decodeLatin1(bytes, tailStart, end)
  const flat = tail.lastIndexOf('}', tail.lastIndexOf('}') - 1) + 1
  const [, uuid, timestamp] = ANSWER_TAIL.exec(tail.slice(flat)) ?? []
  if (uuid === undefined || timestamp === undefined) return undefined
  return { type: 'assistant', contentStart, contentEnd: listEnd + 1, uuid, timestamp }
}
