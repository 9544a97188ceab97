import { isObject } from '@antiphon/contract'
import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import { readArray } from '../message/read-field.ts'
import type { UUID } from '../message/uuid.ts'

/** The entries that an entry names, by what it says of them. */
export type NamedEntries = {
  /** What it hangs off. */
  readonly parentUuid: UUID | undefined
  /** What it hangs off across a compaction. */
  readonly logicalParentUuid: UUID | undefined
  /** Where it says that the conversation stands. */
  readonly leafUuid: UUID | undefined
  /** What it takes back or replaces. */
  readonly retracted: readonly UUID[]
  /** What a compaction moves behind its summary, and the summary. */
  readonly preserved: PreservedNames
}

/** The entries that a boundary names: its anchor, and what it kept or the ends of it. */
export type PreservedNames = {
  readonly anchors: readonly UUID[]
  readonly members: readonly UUID[]
  readonly head: UUID | undefined
  readonly tail: UUID | undefined
}

/** The fields that `readLinks` reads, besides `message` of a tombstone: whoever shortens entries keeps them. */
export const LINK_FIELDS: readonly string[] = [
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'leafUuid',
  'supersedesUuids',
  'retractedMessageUuids',
  'compactMetadata',
]

/** Reads which other entries an entry names; of whatever stands there. */
export function readLinks(entry: unknown): NamedEntries {
  return {
    parentUuid: readName(entry, 'parentUuid'),
    logicalParentUuid: readName(entry, 'logicalParentUuid'),
    leafUuid: readName(entry, 'leafUuid'),
    retracted: readRetracted(entry),
    preserved: readPreserved(entry),
  }
}

/** Entries that one takes back, replaces, moves or points at: all that it names but its parent. */
export function listNames({
  leafUuid,
  logicalParentUuid,
  retracted,
  preserved,
}: NamedEntries): readonly UUID[] {
  const { anchors, members } = preserved
  const single = [leafUuid, logicalParentUuid].filter(isString)
  if (single.length + retracted.length + anchors.length + members.length === 0) return NONE
  return [...single, ...retracted, ...anchors, ...members]
}

function readName(entry: unknown, field: string): UUID | undefined {
  const name = isObject(entry) ? entry[field] : undefined
  return isString(name) && name !== '' ? name : undefined
}

/** Entries that one takes back or replaces. */
export function readRetracted(entry: unknown): readonly UUID[] {
  if (!isObject(entry)) return NONE
  const taken = RETRACTING.flatMap(name => readArray(entry, name))
  if (entry.type === 'tombstone' && isObject(entry.message)) taken.push(entry.message.uuid)
  return taken.length === 0 ? NONE : taken.filter(isString)
}

/** What a boundary kept, by name; empty for any other entry. */
export function readPreserved(entry: unknown): PreservedNames {
  const { preservedMessages, preservedSegment } = readCompactMetadata(entry)
  const named = isObject(preservedMessages) ? preservedMessages : undefined
  const ends = isObject(preservedSegment) ? preservedSegment : undefined
  if (!named && !ends) return NOTHING
  return {
    anchors: [named?.anchorUuid, ends?.anchorUuid].filter(isString),
    members: [...readArray(named, 'uuids'), ends?.headUuid, ends?.tailUuid].filter(isString),
    head: isString(ends?.headUuid) ? ends.headUuid : undefined,
    tail: isString(ends?.tailUuid) ? ends.tailUuid : undefined,
  }
}

/** What a boundary says of its compaction; empty for any other entry. */
export function readCompactMetadata(entry: unknown): Readonly<Record<string, unknown>> {
  if (!isCompactBoundaryMessage(entry)) return {}
  const metadata: unknown = entry.compactMetadata
  return isObject(metadata) ? metadata : {}
}

const RETRACTING = ['supersedesUuids', 'retractedMessageUuids']
const NONE: readonly UUID[] = []
const NOTHING: PreservedNames = { anchors: NONE, members: NONE, head: undefined, tail: undefined }

function isString(value: unknown): value is string {
  return typeof value === 'string'
}
