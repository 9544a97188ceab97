import { isMetaMessage, isObject } from '@antiphon/core'
import type { PlacedEntry } from '../backend/backend.ts'
import { readList, readText } from './first-block.ts'

/** What ties an entry to others of its log. */
export type Ties = {
  /** A message; records and unknown lines are none. */
  readonly isMessage: boolean
  readonly uuid: string | undefined
  readonly parentUuid: string | undefined
  readonly isSidechain: boolean
  readonly calls: readonly string[]
  /** Calls whose results, hooks or progress it holds. */
  readonly answers: readonly string[]
  /** Entries that it takes back, replaces or moves. */
  readonly names: readonly string[]
  /** Where it says that the conversation stands. */
  readonly leafUuid: string | undefined
  /** The answer that it is a part of; `prompt` for a person's words. */
  readonly turn: string | undefined
}

/** Reads what ties an entry to others; of whatever stands there. */
export function readTies({ entry }: PlacedEntry): Ties {
  const known = READ.get(entry)
  if (known) return known
  const ties = toTies(entry)
  READ.set(entry, ties)
  return ties
}

const READ = new WeakMap<object, Ties>()

const MESSAGES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'attachment', 'progress'])

function toTies(entry: Readonly<Record<string, unknown>>): Ties {
  const { message, attachment, compactMetadata } = entry
  const blocks = readList(message, 'content')
  const answers = [
    ...blocks.map(block => readText(block, 'tool_use_id')),
    ...[entry, attachment].flatMap(bearer => TOOL_LINKS.map(name => readText(bearer, name))),
  ].filter(isText)
  const segment = isObject(compactMetadata) ? compactMetadata.preservedSegment : undefined
  return {
    isMessage: MESSAGES.has(entry.type),
    uuid: readText(entry, 'uuid'),
    parentUuid: readText(entry, 'parentUuid'),
    isSidechain: entry.isSidechain === true,
    calls: blocks.flatMap(block =>
      (readText(block, 'type') ?? '').endsWith('tool_use') ? (readText(block, 'id') ?? []) : [],
    ),
    answers,
    names: [
      ...readList(entry, 'supersedesUuids'),
      ...readList(entry, 'retractedMessageUuids'),
      ...(isObject(segment) ? Object.values(segment) : []),
      entry.type === 'tombstone' ? readText(message, 'uuid') : undefined,
    ].filter(isText),
    leafUuid: readText(entry, 'leafUuid'),
    turn: readTurn(entry, blocks),
  }
}

const TOOL_LINKS = ['toolUseID', 'parentToolUseID', 'sourceToolUseID']

function readTurn(entry: Readonly<Record<string, unknown>>, blocks: readonly unknown[]): string | undefined {
  const { type, message } = entry
  if (type === 'assistant') return readText(message, 'id')
  const isPrompt = type === 'user' && !isMetaMessage(entry)
  return isPrompt && !blocks.some(block => readText(block, 'type') === 'tool_result') ? 'prompt' : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
