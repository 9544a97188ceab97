import { type Entry, isObject } from '@antiphon/core'

/** An entry without its words: what ties it to others is left, so that its log can be read as a tree. */
export type Skeleton = {
  readonly seq: number
  readonly entry: Entry
  /** How many words it stands for, where it stands for more than itself. */
  readonly weight?: number
}

/** Undefined for what hangs in no tree. */
export function toSkeleton(entry: Entry, seq: number): Skeleton | undefined {
  const fields: Readonly<Record<string, unknown>> = entry
  if (typeof fields.type !== 'string' || !KEPT_TYPES.has(fields.type)) return undefined
  const kept: Record<string, unknown> = {}
  for (const name of KEPT_FIELDS) if (fields[name] !== undefined) kept[name] = fields[name]
  if (isObject(fields.message)) kept.message = toBones(fields.message)
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
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'isSidechain',
  'agentId',
  'isMeta',
  'isVirtual',
  'isCompactSummary',
  'sessionId',
  'timestamp',
  'leafUuid',
  'supersedesUuids',
  'retractedMessageUuids',
  'compactMetadata',
]

function toBones({ id, role, content }: Readonly<Record<string, unknown>>): object {
  const blocks = Array.isArray(content) ? content.filter(isObject) : []
  const calls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(block => ({ type: 'tool_use', id: block.id }))
  const results = blocks
    .filter(({ type }) => type === 'tool_result')
    .map(block => ({ type: 'tool_result', tool_use_id: block.tool_use_id }))
  return { ...(typeof id === 'string' && { id }), role, content: [...calls, ...results] }
}
