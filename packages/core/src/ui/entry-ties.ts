import { isObject } from '@antiphon/contract'
import { type NamedEntries, readLinks } from '../log/read-links.ts'
import { isTranscriptEntry } from '../log/transcript-entry.ts'
import { readString } from '../message/read-field.ts'
import type { UUID } from '../message/uuid.ts'
import { readContentBlocks } from './message-content.ts'
import { readNestedMessages } from './subagent-messages.ts'
import { readToolPart } from './tool-part.ts'

/** What ties an entry to others of its log: all by which a later one can change how an earlier one is read. */
export type EntryTies = {
  /** A stored message; records and unknown lines are none. */
  readonly isMessage: boolean
  readonly uuid: UUID | undefined
  readonly links: NamedEntries
  /** Calls that it makes, answers or tells of, and those of what is nested in it. */
  readonly calls: readonly string[]
  /** The answer that it is a part of. */
  readonly messageId: string | undefined
  /** Messages that it holds inside. */
  readonly nested: readonly UUID[]
  /** The subagent whose words it is. */
  readonly agent: string | undefined
  /** Subagents whose call it tells. */
  readonly ownedAgents: readonly string[]
  /** Whether only its place tells for which call a subagent said it. */
  readonly isNameless: boolean
}

/** Reads what ties an entry to others; of whatever stands there. */
export function readTies(entry: unknown): EntryTies {
  const isMessage = isTranscriptEntry(entry)
  const fields = isObject(entry) ? entry : {}
  const inside = readNestedMessages(entry)
  const isSidechain = fields.isSidechain === true
  const agent = isSidechain ? readString(fields, 'agentId', 'agent_id') : undefined
  const { type, uuid } = fields
  return {
    isMessage,
    uuid: typeof uuid === 'string' && uuid !== '' ? uuid : undefined,
    links: readLinks(entry),
    calls: isMessage ? [fields, ...inside].flatMap(readCalls) : [],
    messageId:
      type === 'assistant' && isObject(fields.message) ? readString(fields.message, 'id') : undefined,
    nested: inside.flatMap(message => readString(message, 'uuid') ?? []),
    agent,
    ownedAgents: [fields.toolUseResult, fields.tool_use_result, fields.data].flatMap(
      told => readString(told, 'agentId', 'agent_id') ?? [],
    ),
    isNameless:
      (inside.length > 0 && readString(fields, 'parentToolUseID') === undefined) ||
      (isSidechain && agent === undefined),
  }
}

/** All that the view reads: whose part it is, whose work, and which calls its blocks make and answer. */
function readCalls(message: unknown): readonly string[] {
  if (!isObject(message)) return []
  const owners = [
    readString(message, 'parentToolUseID', 'parent_tool_use_id'),
    readString(message, 'sourceToolUseID'),
  ]
  const ids =
    message.type === 'user' || message.type === 'assistant'
      ? readContentBlocks(message).flatMap(block => [
          readString(block, 'tool_use_id'),
          readString(block, 'id'),
        ])
      : [readToolPart(message)?.id]
  return [...owners, ...ids].filter(id => id !== undefined)
}
