import { isObject } from '@antiphon/contract'
import { type Entry, isCompactBoundaryMessage } from '@antiphon/core'
import { LINK_FIELDS, readToolResultIds, readToolUseIds } from '@antiphon/core/log'

/** An entry without its words: what ties it to others is left, so that its log can be read as a tree. */
export type Skeleton = {
  readonly seq: number
  readonly entry: Entry
  /** How many words it stands for, where it stands for more than itself. */
  readonly weight?: number
}

/** True where a compaction begins and where it is told. */
export function isBoundary(entry: Entry): boolean {
  const { isCompactSummary } = entry as Readonly<Record<string, unknown>> // any object may stand in a log
  return isCompactBoundaryMessage(entry) || isCompactSummary === true
}

/** Undefined for what hangs in no tree. */
export function toSkeleton(entry: Entry, seq: number): Skeleton | undefined {
  const fields: Readonly<Record<string, unknown>> = entry
  if (typeof fields.type !== 'string' || !KEPT_TYPES.has(fields.type)) return undefined
  const kept: Record<string, unknown> = {}
  for (const name of KEPT_FIELDS) if (fields[name] !== undefined) kept[name] = fields[name]
  if (isObject(fields.message)) kept.message = toBones(entry, fields.message)
  if (isObject(fields.attachment)) kept.attachment = { type: fields.attachment.type }
  // A stored entry is any object with a type; this one has the same type and links.
  return { seq, entry: kept as Entry }
}

const KEPT_TYPES: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'attachment',
  'summary',
  'last-prompt',
])

const KEPT_FIELDS = [
  ...LINK_FIELDS,
  'type',
  'subtype',
  'isSidechain',
  'agentId',
  'isMeta',
  'isVirtual',
  'isCompactSummary',
  'sessionId',
  'timestamp',
]

/** What is left of its content: the calls that it makes and answers. */
function toBones(entry: Entry, { id, role }: Readonly<Record<string, unknown>>): object {
  const calls = readToolUseIds(entry).map(call => ({ type: 'tool_use', id: call }))
  const results = readToolResultIds(entry).map(call => ({ type: 'tool_result', tool_use_id: call }))
  return { ...(typeof id === 'string' && { id }), role, content: [...calls, ...results] }
}
