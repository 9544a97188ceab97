import { isObject } from '@antiphon/contract'
import { type Entry, type NormalizedMessage, normalizeMessages } from '@antiphon/core'
import { NO_RESPONSE_REQUESTED } from '@antiphon/core/message'
import { oneLine, stripControl, type ToolStatus, toolStatus, toPersonItem } from '@antiphon/core/ui'

/** What one entry says of the turn in which it stands. */
export type TurnLine =
  /** A prompt begins one; a command does where the model answers it. */
  | { readonly kind: 'prompt' | 'command'; readonly text: string }
  | { readonly kind: 'answer'; readonly calls: number; readonly edits: readonly string[] }
  | { readonly kind: 'result'; readonly id: string; readonly status: ToolStatus }
  | { readonly kind: 'duration'; readonly ms: number }
  | { readonly kind: 'compaction' }

type Fields = Readonly<Record<string, unknown>>

/**
 * Judges an entry by itself as the page's turns do, what was never sent included: nothing of what counts for none, a line a
 * result, and one more where words stand behind them. What other entries say of it (that it stands there already, that it
 * was taken back) its reader knows.
 */
export function readTurnLines(entry: Entry): readonly TurnLine[] {
  const fields = entry as Fields // any object may stand in a log
  if (fields.isSidechain === true || fields.isMeta === true) return []
  const blocks = readBlocks(fields)
  const isResult = fields.type === 'user' && blocks.some(({ type }) => type === 'tool_result')
  const results = isResult ? readResults(entry, blocks) : []
  if (isResult && blocks.length === results.length) return results
  const line = readLine(entry, fields)
  return line ? [...results, line] : results
}

function readLine(entry: Entry, fields: Fields): TurnLine | undefined {
  switch (fields.type) {
    case 'assistant':
      return readAnswer(fields)
    case 'user':
      return readHeading(entry)
    case 'attachment':
      return isObject(fields.attachment) && fields.attachment.type === 'queued_command'
        ? readHeading(entry)
        : undefined
    case 'system':
      return readSystem(entry, fields)
    default:
      return undefined
  }
}

function readAnswer(fields: Fields): TurnLine | undefined {
  if (fields.isApiErrorMessage === true) return undefined
  const blocks = readBlocks(fields)
  const isSaid = blocks.some(
    ({ type, text }) =>
      type !== 'text' || (typeof text === 'string' && text.trim() !== '' && text !== NO_RESPONSE_REQUESTED),
  )
  if (!isSaid) return undefined
  const calls = blocks.filter(({ type }) => typeof type === 'string' && type.endsWith('tool_use'))
  const edits = calls.flatMap(({ id, name }) => (EDITS.has(name) && typeof id === 'string' ? [id] : []))
  return { kind: 'answer', calls: calls.length, edits }
}

const EDITS: ReadonlySet<unknown> = new Set(['Edit', 'MultiEdit', 'Write'])

function readResults(entry: Entry, blocks: readonly Fields[]): readonly TurnLine[] {
  // Entries of results hold one, as they are written; others are taken apart as the page does.
  const parts = blocks.length === 1 ? [entry] : normalizeMessages([entry as NormalizedMessage])
  return parts.flatMap(part => {
    const [block] = readBlocks(part as Fields)
    if (block?.type !== 'tool_result') return []
    const status = toolStatus(part as NormalizedMessage, true)
    return [{ kind: 'result', id: typeof block.tool_use_id === 'string' ? block.tool_use_id : '', status }]
  })
}

/** How many lines a stored result says that a call added and removed. */
export function countStoredLines(told: unknown): { readonly added: number; readonly removed: number } {
  if (!isObject(told)) return { added: 0, removed: 0 }
  const hunks = Array.isArray(told.structuredPatch) ? told.structuredPatch.filter(isObject) : []
  if (hunks.length === 0) return { added: told.type === 'create' ? countRows(told.content) : 0, removed: 0 }
  const lines = hunks.flatMap(({ lines: list }) => (Array.isArray(list) ? list : []))
  const count = (sign: string): number =>
    lines.filter(line => typeof line === 'string' && line.startsWith(sign)).length
  return { added: count('+'), removed: count('-') }
}

function countRows(content: unknown): number {
  if (typeof content !== 'string' || content === '') return 0
  let rows = content.endsWith('\n') ? 0 : 1
  for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) rows += 1
  return rows
}

function readHeading(entry: Entry): TurnLine | undefined {
  // Any object is taken; what is no message gives nothing.
  for (const message of normalizeMessages([entry as Parameters<typeof normalizeMessages>[0][number]])) {
    const face = toPersonItem(message)
    if (face?.kind === 'prompt') return { kind: 'prompt', text: toWords(face.text) }
    if (face?.kind === 'command' && face.name !== undefined)
      return { kind: 'command', text: toWords([face.name, face.input].filter(Boolean).join(' ')) }
  }
  return undefined
}

function readSystem(entry: Entry, { subtype, durationMs }: Fields): TurnLine | undefined {
  if (subtype === 'compact_boundary') return { kind: 'compaction' }
  if (subtype === 'turn_duration' && typeof durationMs === 'number')
    return { kind: 'duration', ms: durationMs }
  return subtype === 'local_command' ? readHeading(entry) : undefined
}

const WORDS_UNITS = 120

function toWords(text: string): string {
  const words = oneLine(stripControl(text.slice(0, 600)), WORDS_UNITS)
  // A copy: a piece of a long text would keep all of it in memory.
  return Buffer.from(words).toString()
}

function readBlocks({ message }: Fields): readonly Fields[] {
  const content = isObject(message) ? message.content : undefined
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}
