import { isObject } from '@antiphon/contract'
import type { RecordEntryType } from '@antiphon/core/log'
import { leafStrings, stripControl } from '@antiphon/core/ui'
import type { SearchField, SearchFieldKind } from './read-document.ts'

type Fields = Readonly<Record<string, unknown>>

/** The texts of an entry by what they are, each string of the stored line in one of them. */
export function readFields(entry: Fields): readonly SearchField[] {
  const { type } = entry
  switch (type) {
    case 'user':
      return userFields(entry)
    case 'assistant':
      return blocksOf(entry).map(assistantField)
    case 'attachment':
      return [field('attachment', leafStrings(entry.attachment, IDENTIFIERS))]
    case 'queue-operation':
      return entry.operation === 'enqueue' ? [field('prompt', leafStrings(entry.content, STRUCTURE))] : []
    case 'result':
      return [field('answer', leafStrings(entry.result, STRUCTURE))]
    default:
      return typeof type === 'string' ? otherFields(entry, type) : []
  }
}

/** Whatever nobody knows is the program's. */
function otherFields(entry: Fields, type: string): readonly SearchField[] {
  const kind = KNOWN_FIELDS.has(type) ? KNOWN_FIELDS.get(type) : 'system'
  return kind ? [field(kind, leafStrings(entry, ENVELOPE))] : []
}

type OtherType = Exclude<RecordEntryType, 'queue-operation' | 'result'> | 'progress' | 'tool_use_summary'

/** Null for what nobody reads: settings, counters, copies of what stands elsewhere. */
const RECORD_FIELDS: Readonly<Record<OtherType, 'title' | null>> = {
  summary: 'title',
  'custom-title': 'title',
  'ai-title': 'title',
  'agent-name': 'title',
  tag: 'title',
  'pr-link': 'title',
  'frame-link': 'title',
  tool_use_summary: 'title',
  progress: null,
  'file-history-snapshot': null,
  'file-history-delta': null,
  'last-prompt': null,
  mode: null,
  'permission-mode': null,
  'worktree-state': null,
  relocated: null,
  'cost-state': null,
  'content-replacement': null,
  snip: null,
  'api-request': null,
  'api-request-shape': null,
  'api-request-blob': null,
  'tools-used': null,
  'atis-latch': null,
  'bridge-session': null,
  'session-id': null,
  started: null,
}

// A map, since types come from files: `constructor` must not find what objects inherit.
const KNOWN_FIELDS: ReadonlyMap<string, 'title' | null> = new Map(Object.entries(RECORD_FIELDS))

// Names of types and of other messages are no part of what is said.
const STRUCTURE: ReadonlySet<string> = new Set(['type'])
const IDENTIFIERS: ReadonlySet<string> = new Set([
  'type',
  'toolUseID',
  'hookEvent',
  'source_uuid',
  'timestamp',
])
const ENVELOPE: ReadonlySet<string> = new Set([
  'type',
  'subtype',
  'level',
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'leafUuid',
  'sessionId',
  'agentId',
  'timestamp',
  'cwd',
  'gitBranch',
  'version',
  'userType',
  'entrypoint',
  'slug',
  'toolUseID',
  'requestId',
  'anchorUuid',
  'uuids',
  'allUuids',
])

function blocksOf({ message }: Fields): readonly unknown[] {
  const { content, parts } = readObject(message) ?? {}
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (Array.isArray(content)) return content
  return Array.isArray(parts) ? parts : []
}

function userFields(entry: Fields): readonly SearchField[] {
  const told = blocksOf(entry).flatMap(block => userField(block, entry))
  return [...told, ...resultField(entry, told)]
}

function userField(block: unknown, entry: Fields): readonly SearchField[] {
  const fields = readObject(block)
  if (!fields) return typeof block === 'string' ? [field('prompt', [block])] : []
  if (fields.type === 'tool_result' || fields.type === 'mcp_tool_result') return [outputField(fields)]
  return [field(spokenKind(entry), leafStrings(fields, STRUCTURE))]
}

function spokenKind(entry: Fields): SearchFieldKind {
  if (entry.isCompactSummary === true) return 'title'
  return entry.isMeta === true ? 'system' : 'prompt'
}

/** A tool's own form of its result: often more than the model is told. What the model is told in the same words is left out. */
function resultField(entry: Fields, told: readonly SearchField[]): readonly SearchField[] {
  if (entry.toolUseResult === undefined) return []
  const call = told.find(field => field.call !== undefined)?.call
  const texts = leafStrings(entry.toolUseResult, STRUCTURE).filter(
    text => !told.some(field => holds(field, text)),
  )
  return [{ ...field('tool-output', texts), ...(call !== undefined && { call }) }]
}

/** True if whole lines of the field are the text. */
function holds({ kind, text }: SearchField, part: string): boolean {
  if (kind === 'tool-output' && text === part) return true
  const trimmed = part.trim()
  const at = kind === 'tool-output' && trimmed.length <= text.length ? text.indexOf(trimmed) : -1
  const end = at + trimmed.length
  const isLineStart = at === 0 || text[at - 1] === '\n'
  return at !== -1 && isLineStart && (end === text.length || text[end] === '\n')
}

function assistantField(block: unknown): SearchField {
  const fields = readObject(block) ?? {}
  const { type } = fields
  if (type === 'text') return field('answer', leafStrings(fields, STRUCTURE))
  if (type === 'thinking') return field('thinking', leafStrings(fields, STRUCTURE))
  if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') {
    const tool = readText(fields.name)
    const texts = [...(tool === undefined ? [] : [tool]), ...leafStrings(fields.input)]
    return { ...field('tool-input', texts), ...(tool !== undefined && { tool }) }
  }
  // Every other block of an answer is what a tool of the API's own gave, or a note of the API.
  return fields.tool_use_id === undefined
    ? field('answer', leafStrings(fields, STRUCTURE))
    : outputField(fields)
}

function outputField(block: Fields): SearchField {
  const call = readText(block.tool_use_id)
  const texts = leafStrings({ title: block.title, content: block.content }, STRUCTURE)
  return {
    ...field('tool-output', texts),
    ...(call !== undefined && { call }),
    ...(block.is_error === true && { isError: true as const }),
  }
}

function field(kind: SearchFieldKind, texts: readonly string[]): SearchField {
  const text = texts.length === 1 ? (texts[0] ?? '') : texts.join('\n')
  // Colours stand in the middle of words and are no part of them.
  return { kind, text: text.includes(ESCAPE) ? stripControl(text) : text }
}

const ESCAPE = '\u001b'

/** The value where it is a text that is not empty. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The value where it is an object. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) ? value : undefined
}
