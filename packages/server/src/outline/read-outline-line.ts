import { isObject } from '@antiphon/contract'
import { type Entry, isHumanTurn, messageText, normalizeMessages } from '@antiphon/core'
import { type ItemFace, oneLine, stripControl, toPersonItem } from '@antiphon/core/ui'
import type { OutlineMark } from '../protocol/outline.ts'
import type { StretchCount } from './outline-stretches.ts'

/** What an outline keeps of one entry. */
export type OutlineLine = {
  readonly isMessage: boolean
  readonly kind: StretchCount['kind']
  readonly mark: Pick<OutlineMark, 'kind' | 'text'> | undefined
  readonly at: string | null
}

/** Judges an entry as a person would see it. */
export function readOutlineLine(entry: Entry): OutlineLine {
  const { type, timestamp } = entry as Readonly<Record<string, unknown>> // any object may stand in a log
  const at = typeof timestamp === 'string' && timestamp.length < 40 ? timestamp : null
  if (type === 'assistant') return { isMessage: true, at, ...judgeAnswer(entry) }
  if (type === 'user' || type === 'system') return { isMessage: true, at, ...judgeOther(entry) }
  return { isMessage: type === 'attachment', kind: null, mark: undefined, at }
}

/** The beginning of an answer, or the tool that it calls; quickly, since it is kept for every message. */
export function headWords(entry: Entry): string {
  const [block] = readBlocks(entry as Readonly<Record<string, unknown>>) // see above
  const head = block?.text ?? block?.name ?? block?.thinking
  return typeof head === 'string' ? toWords(head) : ''
}

function firstWords(entry: unknown): string {
  return toWords(messageText(entry))
}

type Judged = Pick<OutlineLine, 'kind' | 'mark'>

const WORDS_UNITS = 72

function toWords(text: string): string {
  const words = oneLine(stripControl(text.slice(0, 400)), WORDS_UNITS)
  // A copy: a piece of a long text would keep all of it in memory.
  return Buffer.from(words).toString()
}

function judgeAnswer(entry: Entry): Judged {
  const fields = entry as Readonly<Record<string, unknown>> // see above
  if (fields.isApiErrorMessage === true)
    return { kind: 'errors', mark: { kind: 'error', text: firstWords(entry) } }
  const calls = readBlocks(fields).some(({ type }) => typeof type === 'string' && type.endsWith('tool_use'))
  return { kind: calls ? 'calls' : 'answers', mark: undefined }
}

function judgeOther(entry: Entry): Judged {
  const blocks = readBlocks(entry as Readonly<Record<string, unknown>>) // see above
  const result = blocks.find(({ type }) => type === 'tool_result')
  if (result) {
    if (result.is_error !== true) return NOTHING
    return { kind: 'errors', mark: { kind: 'error', text: firstWords(entry) } }
  }
  const face = readFace(entry)
  if (face?.kind === 'prompt' && isHumanTurn(entry))
    return { kind: 'prompts', mark: { kind: 'prompt', text: firstWords(entry) } }
  const text = toWords(face?.text ?? '')
  if (face?.kind === 'boundary') return { kind: null, mark: { kind: 'compaction', text } }
  if (face?.kind === 'interruption') return { kind: null, mark: { kind: 'interruption', text } }
  if (face?.kind === 'notice' && face.level === 'error')
    return { kind: 'errors', mark: { kind: 'error', text } }
  return NOTHING
}

const NOTHING: Judged = { kind: null, mark: undefined }

function readFace(entry: Entry): ItemFace | undefined {
  // Any object is taken; what is no message gives nothing.
  const [first] = normalizeMessages([entry as Parameters<typeof normalizeMessages>[0][number]])
  return first && toPersonItem(first)
}

function readBlocks({
  message,
}: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  const content = isObject(message) ? message.content : undefined
  return Array.isArray(content) ? content.filter(isObject) : []
}
