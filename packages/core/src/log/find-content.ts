import type { UUID } from '../message/uuid.ts'
import { findFirstObject, isJoined, isTorn } from './scan-line.ts'
import {
  copyText,
  createNeedle,
  findInLine,
  lengthOf,
  type Needle,
  type ScannedLine,
  sliceLine,
} from './scanned-line.ts'

/** Where the content of a user's or assistant's line stands, and what a view shows beside it. */
export type ContentPlace = {
  readonly type: 'user' | 'assistant'
  readonly contentStart: number
  readonly contentEnd: number
  readonly uuid: UUID
  readonly parentUuid: UUID | null
  readonly timestamp: string
  readonly isSidechain: boolean
}

/**
 * Finds the content in a line laid out as Claude Code does it; undefined for any other. The content begins at the
 * key `content` of `message`, with nothing nested before it; that it ends where it seems to is sure once it parses.
 */
export function findContent(line: ScannedLine): ContentPlace | undefined {
  const { head } = line
  const message = findFirstObject(line, MESSAGE)
  const parentUuid = message === -1 ? undefined : readParent(head)
  if (parentUuid === undefined) return undefined
  const key = head.indexOf(CONTENT, message)
  const nested = head.indexOf('{', message + 1)
  if (key === -1 || (nested !== -1 && nested < key)) return undefined
  const contentStart = key + CONTENT.length
  const isUser = head.startsWith(USER, message - USER.length)
  const ending = isUser ? findUserEnding(line, contentStart) : findAnswerEnding(line, contentStart)
  const sidechain = head.indexOf(SIDECHAIN)
  const isSidechain =
    sidechain !== -1 && sidechain < message && head.startsWith('true', sidechain + SIDECHAIN.length)
  return ending && { type: isUser ? 'user' : 'assistant', contentStart, ...ending, parentUuid, isSidechain }
}

const MESSAGE = '"message":'
const CONTENT = '"content":'
const USER = '"type":"user","message":'
const SIDECHAIN = '"isSidechain":'
const PARENT = '{"parentUuid":"'
const PARENT_END = 80

function readParent(head: string): UUID | null | undefined {
  if (!head.startsWith(PARENT)) return head.startsWith('{"parentUuid":null,') ? null : undefined
  return readPlain(copyText(head.slice(0, PARENT_END)), PARENT.length)
}

/** The string that begins at `start`, if it is ASCII and nothing in it is escaped. */
function readPlain(text: string, start: number): string | undefined {
  const end = text.indexOf('"', start)
  const value = text.slice(start, end)
  return end === -1 || NOT_PLAIN.test(value) ? undefined : value
}

const NOT_PLAIN = /[\\\x80-\xff]/

type Ending = Pick<ContentPlace, 'contentEnd' | 'uuid' | 'timestamp'>

const USER_END = createNeedle('},"uuid":"')
const TIMESTAMP = '","timestamp":"'
const IDENTITY_LENGTH = 192

/** `…},"uuid":"…","timestamp":"…"}`, or a result in the tool's own type behind it. */
function findUserEnding(line: ScannedLine, contentStart: number): Ending | undefined {
  const contentEnd = findInLine(line, USER_END, contentStart)
  if (contentEnd === -1) return undefined
  const tail = copyText(sliceLine(line, contentEnd, contentEnd + IDENTITY_LENGTH))
  const identity = readIdentity(tail, USER_END)
  if (!identity) return undefined
  const { uuid, timestamp, end } = identity
  const isLast = contentEnd + end + 1 === lengthOf(line) && tail[end] === '}'
  const isBeforeResult =
    tail.startsWith(',"toolUseResult":', end) || tail.startsWith(',"sourceToolAssistantUUID":', end)
  if (!isLast && !(isBeforeResult && isOneEntry(line, contentEnd))) return undefined
  return { contentEnd, uuid, timestamp }
}

/** True if the line ends as an object does, and the entry that ends there is the one that began. */
function isOneEntry(line: ScannedLine, from: number): boolean {
  if (line.bytes[line.end - 1] !== 0x7d) return false
  // A result names its parent again at the end: then it was not cut off, and only its newline may be lost.
  const source = `${SOURCE}${readParent(line.head)}"}`
  const isIntact = sliceLine(line, lengthOf(line) - source.length, lengthOf(line)) === source
  return !isJoined(line, from) && (isIntact || !isTorn(line, from))
}

const SOURCE = ',"sourceToolAssistantUUID":"'

const ANSWER_END = createNeedle('],"stop_reason":')
const ANSWER_IDENTITY = createNeedle('"type":"assistant","uuid":"')

/** `…],"stop_reason":…,"type":"assistant","uuid":"…","timestamp":"…"…}`, with nothing nested behind the uuid. */
function findAnswerEnding(line: ScannedLine, contentStart: number): Ending | undefined {
  const listEnd = findInLine(line, ANSWER_END, contentStart)
  const start = listEnd === -1 ? -1 : findInLine(line, ANSWER_IDENTITY, listEnd)
  if (start === -1 || isTorn(line, listEnd)) return undefined
  const tail = copyText(sliceLine(line, start, lengthOf(line)))
  const identity = tail.indexOf('}') === tail.length - 1 ? readIdentity(tail, ANSWER_IDENTITY) : undefined
  return identity && { contentEnd: listEnd + 1, uuid: identity.uuid, timestamp: identity.timestamp }
}

/** Uuid and timestamp at the head of `tail`, behind `key`, and where they end. */
function readIdentity(
  tail: string,
  key: Needle,
): { readonly uuid: UUID; readonly timestamp: string; readonly end: number } | undefined {
  const uuid = readPlain(tail, key.latin1.length)
  const uuidEnd = key.latin1.length + (uuid?.length ?? 0)
  if (uuid === undefined || !tail.startsWith(TIMESTAMP, uuidEnd)) return undefined
  const timestamp = readPlain(tail, uuidEnd + TIMESTAMP.length)
  return timestamp === undefined
    ? undefined
    : { uuid, timestamp, end: uuidEnd + TIMESTAMP.length + timestamp.length + 1 }
}
