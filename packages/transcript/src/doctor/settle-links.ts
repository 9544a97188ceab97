import {
  deriveUUID,
  type Entry,
  isCompactBoundaryMessage,
  isMetaMessage,
  type TranscriptEntry,
  toEntries,
  type UUID,
} from '@antiphon/core'
import { type RecordingEnvelope, type ResolvedMessage, resolveLinks } from '@antiphon/core/log'
import type { Examination } from './examine-log.ts'

/** A message of a file, and what has to be written so that every reader sees it as ours does. */
export type SettledMessage = ResolvedMessage & {
  /** Index of the entry whose bytes are read: not `position` where a later version is the fuller one. */
  readonly source: number
  readonly links: LinkFields
}

/** The fields that have to change; those that are as they should be are not there. */
type LinkFields = {
  readonly uuid?: string
  readonly parentUuid?: string | null
  readonly logicalParentUuid?: string | null
}

/**
 * Identity and parent of every message as they are read. Where a circle was cut, what is then written may be read
 * anew in another way; so it is read again until nothing changes.
 */
export function settleLinks(entries: readonly Entry[]): readonly SettledMessage[] {
  const sources = new Map(entries.map((entry, index) => [entry, index]))
  let resolved = resolveLinks(entries)
  const settled = resolved.map(message => ({
    ...message,
    source: sources.get(message.entry) ?? message.position,
  }))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const links = resolved.map(findLinkFields)
    if (round > 0 && links.every(isEmpty)) break
    resolved = resolveLinks(resolved.map((message, index) => ({ ...message.entry, ...links[index] })))
  }
  return settled.map((message, index) => {
    const { uuid = message.uuid, parentUuid = message.parentUuid } = resolved[index] ?? {}
    const stored = entries[message.source] ?? message.entry
    return { ...message, uuid, parentUuid, links: findLinkFields({ entry: stored, uuid, parentUuid }) }
  })
}

// Two were always enough for generated damage; a bound keeps a log that was made for it from going on for ever.
const MAX_ROUNDS = 8

function isEmpty(links: LinkFields): boolean {
  return Object.keys(links).length === 0
}

type Wanted = { readonly entry: Entry; readonly uuid: string; readonly parentUuid: string | null }

/** What differs between the links that an entry has and those that it is read with. */
function findLinkFields({ entry, uuid, parentUuid }: Wanted): LinkFields {
  return {
    ...(readName(entry, 'uuid') !== uuid && { uuid }),
    ...(isCompactBoundaryMessage(entry)
      ? findBoundaryLinks(entry, parentUuid)
      : findParentLink(entry, parentUuid)),
  }
}

function findParentLink(entry: Entry, wanted: string | null): LinkFields {
  const named = readName(entry, 'parentUuid')
  // The first message of a thread has nothing to name, whether it says so or not.
  return named === (wanted ?? undefined) ? {} : { parentUuid: wanted }
}

/** A boundary begins anew and names what came before it in a field of its own. */
function findBoundaryLinks(entry: Entry, wanted: string | null): LinkFields {
  const parent = readName(entry, 'parentUuid')
  if (parent !== undefined && parent === wanted) return {}
  const logical = readName(entry, 'logicalParentUuid')
  return {
    ...(parent !== undefined && { parentUuid: null }),
    ...(logical !== (wanted ?? undefined) && { logicalParentUuid: wanted }),
  }
}

/** A field that names something: a string that is not empty. */
function readName(entry: Entry, field: keyof LinkFields): string | undefined {
  const fields: Readonly<Record<string, unknown>> = entry
  const value = fields[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * The entries that a resume would have to record before it sends: error results of the calls with which the session
 * broke off, behind its last message. Calls that were left unanswered further up are not recorded: the model went on
 * without an answer, and thinking that it signed later is bound to that.
 */
export function recordResults({ conversation, resume, messages }: Examination): readonly TranscriptEntry[] {
  const { leaf } = conversation
  const voice = resume.context.findLast(isVoice)
  if (!leaf || !voice || resume.missingResults.length === 0 || !isSameThread(leaf, voice)) return []
  const taken = new Set(messages.map(({ uuid }) => uuid))
  const newMessages = resume.missingResults.map(message => ({
    ...message,
    uuid: takeUuid(message.uuid, taken),
  }))
  const lastUuid = newMessages.at(-1)?.uuid ?? leaf.uuid
  return toEntries({ newMessages, startingParentUuid: leaf.uuid, lastUuid }, readEnvelope(voice))
}

/** The readers' leaf is the end of the chain in which somebody spoke last. */
function isVoice(entry: TranscriptEntry): boolean {
  return entry.type === 'assistant' || (entry.type === 'user' && !isMetaMessage(entry))
}

/** Where a note of a subagent ends a chain of the main thread, a result in either thread would change what is read. */
function isSameThread(leaf: TranscriptEntry, voice: TranscriptEntry): boolean {
  return leaf.isSidechain === voice.isSidechain && leaf.agentId === voice.agentId
}

/** Uuids of foreign files may be so short that two of them give the same one for their results. */
function takeUuid(wanted: UUID, taken: Set<UUID>): UUID {
  let uuid = wanted
  for (let part = FIRST_SPARE_PART; taken.has(uuid); part++) uuid = deriveUUID(wanted, part)
  taken.add(uuid)
  return uuid
}

/** Apart from every index that core derives. */
const FIRST_SPARE_PART = 0xd0000

const ENVELOPE_FIELDS: readonly (keyof RecordingEnvelope)[] = [
  'isSidechain',
  'userType',
  'cwd',
  'sessionId',
  'version',
  'gitBranch',
  'slug',
  'agentId',
  'entrypoint',
  'sessionKind',
  'teamName',
  'session_id',
]

function readEnvelope(entry: TranscriptEntry): RecordingEnvelope {
  const fields = ENVELOPE_FIELDS.filter(field => entry[field] !== undefined).map(field => [
    field,
    entry[field],
  ])
  // Foreign files lack some of these fields, and what is written behind them lacks the same.
  return Object.fromEntries(fields) as RecordingEnvelope
}
