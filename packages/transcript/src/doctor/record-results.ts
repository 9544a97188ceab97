import { deriveUUID, isMetaMessage, type TranscriptEntry, toEntries, type UUID } from '@antiphon/core'
import type { RecordingEnvelope } from '@antiphon/core/log'
import type { Examination } from './examine-log.ts'

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
