import { createHash } from 'node:crypto'
import type { Entry } from '@antiphon/core'
import { LINK_FIELDS } from '@antiphon/core/log'

/**
 * An entry without its words: enough to follow a log, in a few hundred bytes. What was equal stays equal and what
 * differed differs, since a digest stands for what is left out.
 */
export function stripEntry(entry: Entry): Entry {
  if ('type' in entry && WHOLE_TYPES.has(entry.type)) return entry
  return mapFields(entry, (value, name) => {
    if (FOLLOWED_FIELDS.has(name)) return value
    return name === 'message' && isObject(value) ? mapFields(value, stripMessageField) : shorten(value)
  })
}

/** Records that a session is known by. */
const WHOLE_TYPES: ReadonlySet<unknown> = new Set([
  'summary',
  'custom-title',
  'ai-title',
  'agent-name',
  'tag',
  'last-prompt',
  'mode',
  'permission-mode',
])

/** Fields that say how entries hang together, whatever their size. */
const FOLLOWED_FIELDS: ReadonlySet<string> = new Set(LINK_FIELDS)

function stripMessageField(value: unknown, name: string): unknown {
  return name === 'content' && Array.isArray(value) ? value.map(stripBlock) : shorten(value)
}

function stripBlock(block: unknown): unknown {
  return isObject(block) ? mapFields(block, shorten) : shorten(block)
}

// Long enough for ids and for the texts by which a message is told to be synthetic.
const MAX_LENGTH = 512

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= MAX_LENGTH ? value : digest(value)
  if (typeof value !== 'object' || value === null) return value
  try {
    const text = JSON.stringify(value)
    return text.length <= MAX_LENGTH ? value : digest(text)
  } catch {
    // Nested deeper than the stack: rare enough to be held as it is.
    return value
  }
}

function digest(text: string): string {
  return `${text.length} characters, ${createHash('sha1').update(text).digest('base64')}`
}

type Fields = Readonly<Record<string, unknown>>

function mapFields(fields: object, map: (value: unknown, name: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value, name)]))
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
