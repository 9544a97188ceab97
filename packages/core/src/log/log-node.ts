import { isObject } from '@antiphon/contract'
import type { UUID } from '../message/uuid.ts'
import type { Entry } from './entry.ts'
import type { TranscriptEntry } from './transcript-entry.ts'

/** A stored message in the order of the file, under a uuid that no other node has. */
export type LogNode = {
  readonly entry: TranscriptEntry
  readonly uuid: UUID
  /** The uuid that the file gives it, where another entry had that first. */
  readonly collidingUuid?: UUID
  /** Index of the entry among those that the caller handed in. */
  readonly position: number
}

/** For each node the index of its parent among the nodes, or `NO_PARENT`. */
export type ParentLinks = readonly number[]

export const NO_PARENT = -1

/** Nodes by uuid. */
export type NodeIndex = ReadonlyMap<UUID, number>

export function indexNodes(nodes: readonly LogNode[]): NodeIndex {
  return new Map(nodes.map((node, index) => [node.uuid, index]))
}

/** A field as the file has it: its type is what the file made it. */
export function fieldOf(entry: Entry, name: string): unknown {
  const fields: Readonly<Record<string, unknown>> = entry
  return fields[name]
}

/** A field if it holds a string that is not empty. */
export function filledField(entry: TranscriptEntry, name: string): string | undefined {
  const value = fieldOf(entry, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The blocks of a user's or assistant's content that are objects; none for other entries and for plain text. */
export function readBlocks(entry: Entry): readonly Readonly<Record<string, unknown>>[] {
  const message = fieldOf(entry, 'message')
  const content = isObject(message) ? message.content : undefined
  return Array.isArray(content) ? content.filter(isObject) : []
}

/** The id that the blocks of one answer share. */
export function readMessageId(entry: Entry): string | undefined {
  const message = fieldOf(entry, 'message')
  return fieldOf(entry, 'type') === 'assistant' &&
    isObject(message) &&
    typeof message.id === 'string' &&
    message.id !== ''
    ? message.id
    : undefined
}

/** The calls that an answer makes. */
export function readToolUseIds(entry: Entry): readonly string[] {
  return fieldOf(entry, 'type') === 'assistant' ? readIds(entry, { type: 'tool_use', field: 'id' }) : []
}

/** The calls that a user entry answers. */
export function readToolResultIds(entry: Entry): readonly string[] {
  return fieldOf(entry, 'type') === 'user'
    ? readIds(entry, { type: 'tool_result', field: 'tool_use_id' })
    : []
}

/** True for a subagent's entry. */
export function isSidechainEntry(entry: TranscriptEntry): boolean {
  return fieldOf(entry, 'isSidechain') === true
}

function readIds(
  entry: Entry,
  { type, field }: { readonly type: string; readonly field: string },
): readonly string[] {
  return readBlocks(entry)
    .filter(block => block.type === type)
    .map(block => block[field])
    .filter(id => typeof id === 'string')
}
