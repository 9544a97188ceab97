import { isObject } from '@antiphon/contract'
import type { UUID } from '../message/uuid.ts'
import { type ByteText, PORTABLE_BYTE_TEXT } from './byte-text.ts'
import type { Entry } from './entry.ts'
import { type ContentPlace, findContent } from './find-content.ts'
import { type ScannedEntry, scanLine } from './scan-line.ts'
import { createLineReader, lengthOf, parsePart, type ScannedLine } from './scanned-line.ts'

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
  readonly entry: Entry | undefined
  readonly offset: number
  readonly length: number
}

/**
 * Reads a log for its words: like `scanEntries`, but of a user's or assistant's line only the content is parsed.
 * A line that is not laid out as Claude Code lays it out is parsed whole. Of a line that was cut off behind its
 * content, the content may still be shown.
 */
export function* scanMessages(
  bytes: Uint8Array,
  options: Partial<ByteText> = {},
): Generator<ScannedMessage, void, undefined> {
  const readLine = createLineReader(bytes, { ...PORTABLE_BYTE_TEXT, ...options })
  for (let line = readLine(); line !== undefined; line = readLine()) {
    const place = findContent(line)
    const content = place && parsePart(line, { from: place.contentStart, to: place.contentEnd })
    if (place && content !== undefined) yield toMessage({ line, place, content })
    else for (const scanned of scanLine(line)) yield fromEntry(scanned)
  }
}

function toMessage(found: {
  readonly line: ScannedLine
  readonly place: ContentPlace
  readonly content: unknown
}): ScannedMessage {
  const { line, place, content } = found
  const { type, uuid, parentUuid, timestamp, isSidechain } = place
  return {
    type,
    uuid,
    parentUuid,
    timestamp,
    isSidechain,
    content,
    entry: undefined,
    offset: line.start,
    length: lengthOf(line),
  }
}

function fromEntry({ entry, offset, length }: ScannedEntry): ScannedMessage {
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
