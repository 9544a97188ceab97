import type { UUID } from '../message/uuid.ts'
import { findFirstObject, isGlued } from './scan-line.ts'
import {
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
  const isSidechain = sidechain !== -1 && sidechain < message
  return ending && { type: isUser ? 'user' : 'assistant', contentStart, ...ending, parentUuid, isSidechain }
}

const MESSAGE = '"message":'
const CONTENT = '"content":'
const USER = '"type":"user","message":'
const SIDECHAIN = '"isSidechain":true'
const PARENT = '{"parentUuid":"'

function readParent(head: string): UUID | null | undefined {
  if (!head.startsWith(PARENT)) return head.startsWith('{"parentUuid":null,') ? null : undefined
  return readPlain(head, PARENT.length)
}

/** The string that begins at `start`, if nothing in it is escaped. */
function readPlain(text: string, start: number): string | undefined {
  const value = text.slice(start, text.indexOf('"', start))
  return value.includes('\\') ? undefined : value
}

type Ending = Pick<ContentPlace, 'contentEnd' | 'uuid' | 'timestamp'>

const USER_END = createNeedle('},"uuid":"')
const TIMESTAMP = '","timestamp":"'
const IDENTITY_LENGTH = 192

/** `…},"uuid":"…","timestamp":"…"}`, or a result in the tool's own type behind it. */
function findUserEnding(line: ScannedLine, contentStart: number): Ending | undefined {
  const contentEnd = findInLine(line, USER_END, contentStart)
  if (contentEnd === -1) return undefined
  const tail = sliceLine(line, contentEnd, contentEnd + IDENTITY_LENGTH)
  const identity = readIdentity(tail, USER_END)
  if (!identity) return undefined
  const { uuid, timestamp, end } = identity
  const isLast = contentEnd + end + 1 === lengthOf(line) && tail[end] === '}'
  const isBeforeResult =
    tail.startsWith(',"toolUseResult":', end) || tail.startsWith(',"sourceToolAssistantUUID":', end)
  if (!isLast && !(isBeforeResult && isClosed(line) && !isGlued(line, contentEnd))) return undefined
  return { contentEnd, uuid, timestamp }
}

function isClosed(line: ScannedLine): boolean {
  return line.bytes[line.end - 1] === 0x7d
}

const ANSWER_END = createNeedle('],"stop_reason":')
const ANSWER_IDENTITY = createNeedle('"type":"assistant","uuid":"')

/** `…],"stop_reason":…,"type":"assistant","uuid":"…","timestamp":"…"…}`, with nothing nested behind the uuid. */
function findAnswerEnding(line: ScannedLine, contentStart: number): Ending | undefined {
  const listEnd = findInLine(line, ANSWER_END, contentStart)
  const start = listEnd === -1 ? -1 : findInLine(line, ANSWER_IDENTITY, listEnd)
  if (start === -1) return undefined
  const tail = sliceLine(line, start, lengthOf(line))
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
