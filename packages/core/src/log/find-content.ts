import type { UUID } from '../message/uuid.ts'
import { findFirstObject, isClosed, isJoined, isTorn } from './scan-line.ts'
import { copyText, createNeedle, findInLine, lengthOf, type ScannedLine, sliceLine } from './scanned-line.ts'

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
  const key = message === -1 ? -1 : head.indexOf(CONTENT, message)
  if (key === -1) return undefined
  const nested = head.indexOf('{', message + 1)
  if (nested !== -1 && nested < key) return undefined
  const contentStart = key + CONTENT.length
  return head.startsWith(USER, message - USER.length)
    ? findUserContent(line, contentStart)
    : findAnswerContent(line, contentStart)
}

const MESSAGE = '"message":'
const CONTENT = '"content":'
const USER = '"type":"user","message":'

const USER_END = createNeedle('},"uuid":"')
const USER_TAIL_LENGTH = 192

/** `…},"uuid":"…","timestamp":"…"}`, or other fields behind it, most often the result in the tool's own type. */
function findUserContent(line: ScannedLine, contentStart: number): ContentPlace | undefined {
  const contentEnd = findInLine(line, USER_END, contentStart)
  if (contentEnd === -1) return undefined
  const tail = copyText(sliceLine(line, contentEnd, contentEnd + USER_TAIL_LENGTH))
  const place = identify(line, {
    type: 'user',
    contentStart,
    contentEnd,
    tail,
    uuidStart: USER_END.latin1.length,
  })
  if (!place) return undefined
  const end = USER_END.latin1.length + place.uuid.length + TIMESTAMP.length + place.timestamp.length + 1
  if (contentEnd + end + 1 === lengthOf(line) && tail[end] === '}') return place
  return tail[end] === ',' && isOneEntry(line, place) ? place : undefined
}

/**
 * True if the line ends as an object does and the entry that ends there is the one that began. A result names its
 * parent again at its end; two results of one entry on one line would be taken for one, but no program glues those:
 * a newline is lost where a session ends, and the next one begins with a prompt.
 */
function isOneEntry(line: ScannedLine, { contentEnd, parentUuid }: ContentPlace): boolean {
  if (!isClosed(line)) return false
  const ending = `${SOURCE}"${parentUuid}"}`
  if (sliceLine(line, lengthOf(line) - ending.length, lengthOf(line)) === ending) return true
  return !isJoined(line, contentEnd) && !isTorn(line, contentEnd)
}

const SOURCE = ',"sourceToolAssistantUUID":'

const ANSWER_END = createNeedle('],"stop_reason":')
const ANSWER_IDENTITY = createNeedle('"type":"assistant","uuid":"')

/** `…],"stop_reason":…,"type":"assistant","uuid":"…","timestamp":"…"…}`, with nothing nested behind the uuid. */
function findAnswerContent(line: ScannedLine, contentStart: number): ContentPlace | undefined {
  const listEnd = findInLine(line, ANSWER_END, contentStart)
  const identity = listEnd === -1 ? -1 : findInLine(line, ANSWER_IDENTITY, listEnd)
  if (identity === -1 || isTorn(line, listEnd)) return undefined
  const tail = copyText(sliceLine(line, identity, lengthOf(line)))
  if (tail.indexOf('}') !== tail.length - 1) return undefined
  const uuidStart = ANSWER_IDENTITY.latin1.length
  return identify(line, { type: 'assistant', contentStart, contentEnd: listEnd + 1, tail, uuidStart })
}

/** Adds who it is: `tail` holds uuid and timestamp, the head of the line the rest. */
function identify(
  { head, brace }: ScannedLine,
  found: Pick<ContentPlace, 'type' | 'contentStart' | 'contentEnd'> & {
    readonly tail: string
    readonly uuidStart: number
  },
): ContentPlace | undefined {
  const { type, contentStart, contentEnd, tail, uuidStart } = found
  const parentUuid = readParent(head)
  const uuid = readPlain(tail, uuidStart)
  if (parentUuid === undefined || uuid === undefined) return undefined
  const uuidEnd = uuidStart + uuid.length
  const timestamp = tail.startsWith(TIMESTAMP, uuidEnd)
    ? readPlain(tail, uuidEnd + TIMESTAMP.length)
    : undefined
  if (timestamp === undefined) return undefined
  const isSidechain =
    !head.startsWith(NO_SIDECHAIN, PARENT.length + 38) && readFlag(head.slice(0, brace), SIDECHAIN)
  return { type, contentStart, contentEnd, uuid, parentUuid, timestamp, isSidechain }
}

const TIMESTAMP = '","timestamp":"'
const SIDECHAIN = '"isSidechain":'
// Where it stands behind a parent of 36 characters, which spares the search.
const NO_SIDECHAIN = `${SIDECHAIN}false`
const PARENT = '{"parentUuid":"'
const PARENT_LENGTH = 80

function readParent(head: string): UUID | null | undefined {
  if (!head.startsWith(PARENT)) return head.startsWith('{"parentUuid":null,') ? null : undefined
  return readPlain(copyText(head.slice(0, PARENT_LENGTH)), PARENT.length)
}

function readFlag(fields: string, key: string): boolean {
  const start = fields.indexOf(key)
  return start !== -1 && fields.startsWith('true', start + key.length)
}

/** The string that begins at `start`, if it is ASCII and nothing in it is escaped. */
function readPlain(text: string, start: number): string | undefined {
  const end = text.indexOf('"', start)
  const value = text.slice(start, end)
  return end === -1 || NOT_PLAIN.test(value) ? undefined : value
}

const NOT_PLAIN = /[\\\x80-\xff]/
