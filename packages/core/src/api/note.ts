import type { ContentBlock, TextBlock } from '@antiphon/contract'

/** More than this of a block that cannot be sent as it is helps no model. */
const MAX_NOTE_CODE_POINTS = 10_000

/** A text block that says, in brackets, what stands in the log at this place. */
export function createNote(text: string): TextBlock {
  return { type: 'text', text: `[${text}]` }
}

/** A block that the API does not take here, as text that a model can read. */
export function describeBlock(block: ContentBlock): TextBlock {
  const { type, ...fields } = block as { readonly type: unknown; readonly [field: string]: unknown }
  return createNote(`${typeof type === 'string' ? type : 'block'}: ${boundedJson(fields)}`)
}

/** True for JSON that is nested more deeply than anything that a program of ours or the API's could walk. */
export function isTooDeep(value: unknown, depth: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  if (Array.isArray(value)) return value.some(inner => isTooDeep(inner, depth - 1))
  const fields = value as Readonly<Record<string, unknown>>
  for (const field in fields) if (isTooDeep(fields[field], depth - 1)) return true
  return false
}

const MAX_DEPTH = 200

/** Any JSON value as text of bounded length, with the size of what was cut. */
export function boundedJson(value: unknown): string {
  if (isTooDeep(value)) return 'nested too deeply'
  return cutCodePoints(JSON.stringify(value) ?? 'null', MAX_NOTE_CODE_POINTS)
}

/** Any JSON value as a name within a sentence; `String` would trip over an object that has a field `toString`. */
export function toName(value: unknown): string {
  return typeof value === 'string' ? value : cutCodePoints(boundedJson(value), MAX_NAME_CODE_POINTS)
}

const MAX_NAME_CODE_POINTS = 100

/** At most `maxCodePoints` of a text; a surrogate pair is never split. */
export function cutCodePoints(text: string, maxCodePoints: number): string {
  if (text.length <= maxCodePoints) return text
  let end = 0
  for (let count = 0; count < maxCodePoints && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return end >= text.length ? text : `${text.slice(0, end)}… (${text.length - end} more characters)`
}
