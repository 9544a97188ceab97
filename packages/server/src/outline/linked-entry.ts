import { type Entry, isCompactBoundaryMessage } from '@antiphon/core'
import {
  isTranscriptEntry,
  LINK_FIELDS,
  listNames,
  readLinks,
  readMessageId,
  readToolResultIds,
  readToolUseIds,
} from '@antiphon/core/log'

/** An entry without its words: what links it to others is left, so that its log can be read as a tree. */
export type LinkedEntry = {
  readonly seq: number
  readonly fields: EntryFields
  readonly kind: number
  /** Of the answer that it is a piece of and of the calls that it makes or answers, wherever the others hang. */
  readonly ids: readonly number[]
  /** The entries that it names, its parent aside. */
  readonly names: readonly string[]
}

export type EntryFields = Readonly<Record<string, unknown>>

/** Undefined for what hangs in no tree. */
export function toLinkedEntry(entry: Entry, seq: number): LinkedEntry | undefined {
  const { type, isMeta }: EntryFields = entry
  const kind = TYPES.indexOf(type)
  const isMessage = kind !== -1 && isTranscriptEntry(entry)
  if (!isMessage && !isHint(entry)) return undefined
  const fields: Record<string, unknown> = {}
  const stored: EntryFields = entry
  for (const name of KEPT_FIELDS) if (stored[name] !== undefined) fields[name] = stored[name]
  const ids = isMessage ? readIds(entry) : []
  return { seq, fields, ids, kind: isMeta === true ? kind + META : kind, names: listNames(readLinks(entry)) }
}

/** An entry that has these fields, with what is left of its content: the calls that it makes and answers. */
export function restoreEntry({ kind, ids }: Pick<LinkedEntry, 'kind' | 'ids'>, fields: EntryFields): Entry {
  const type = TYPES[kind % META]
  const body = type === undefined ? {} : { type, ...toBody(type, ids) }
  // A stored entry is any object with a type.
  return { ...body, ...(kind >= META && { isMeta: true }), ...fields } as Entry
}

/** True for a kind of message in which somebody speaks. */
export function isVoiceKind(kind: number): boolean {
  return kind < SPOKEN
}

/** True for a record that says where the conversation stands. */
export function isHint({ type }: EntryFields): boolean {
  return type === 'summary' || type === 'last-prompt'
}

/** True for what must be told apart wherever it stands. */
export function standsAlone({ fields, names }: LinkedEntry): boolean {
  const { isCompactSummary, isVirtual } = fields
  return (
    names.length > 0 || isCompactSummary === true || isVirtual === true || isCompactBoundaryMessage(fields)
  )
}

const TYPES: readonly unknown[] = ['user', 'assistant', 'system', 'attachment']
/** The types before it are those of people, tools and models. */
const SPOKEN = 2
const META = TYPES.length

const KEPT_FIELDS: readonly string[] = [
  ...LINK_FIELDS,
  ...['type', 'subtype', 'isSidechain', 'agentId', 'isMeta', 'isVirtual', 'isCompactSummary'],
  ...['sessionId', 'timestamp'],
]

function readIds(entry: Entry): readonly number[] {
  const { type, uuid }: EntryFields = entry
  const answer = type === 'assistant' ? [`answer ${readMessageId(entry) ?? uuid}`] : []
  return [...answer, ...readToolUseIds(entry), ...readToolResultIds(entry)].map(toNumber)
}

function toBody(type: unknown, ids: readonly number[]): EntryFields {
  const [answer, ...calls] = ids.map(String)
  switch (type) {
    case 'assistant':
      return { message: { id: answer, role: type, content: calls.map(id => ({ type: 'tool_use', id })) } }
    case 'user':
      return {
        message: { role: type, content: ids.map(id => ({ type: 'tool_result', tool_use_id: `${id}` })) },
      }
    case 'attachment':
      return { attachment: { type: 'left out' } }
    default:
      return { subtype: 'left out', content: '' }
  }
}

/** A hash of 53 bits: so few names share one that nobody meets it, and then one message more is told apart. */
function toNumber(name: string): number {
  let [low, high] = [0x811c9dc5, 0x9e3779b1]
  for (let at = 0; at < name.length; at += 1) {
    const unit = name.charCodeAt(at)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul((high ^ (high >>> 15)) + unit, 0x85ebca6b)
  }
  return (low >>> 0) + (high >>> 11) * 2 ** 32
}
