import { isObject } from '@antiphon/contract'
import type { ApiViewMessage } from '@antiphon/core/api'
import { type Conversion, type LossPlace, type ReportLoss, withLosses } from '../loss.ts'
import { withoutFields } from '../said/fields.ts'
import { keepFields, withForeign, wrapPart } from '../said/foreign.ts'
import { keepPart } from '../said/keep-part.ts'
import type { SaidBlock, SaidFields, SaidMessage, SaidRole } from '../said/said.ts'
import { type FromOptions, writeMessages } from '../said/write-messages.ts'
import { readArguments } from './arguments.ts'
import { RESPONSES_FORMAT as FORMAT, readInputPart } from './response-part.ts'

/** Messages of ours from items of OpenAI's Responses: what a model did in one go is one answer, outputs in a row are one reply. */
export function fromOpenAiResponseItems(
  items: readonly unknown[],
  options?: FromOptions,
): Conversion<ApiViewMessage> {
  return withLosses(report => {
    const said: SaidMessage[] = []
    for (const [index, item] of items.entries()) {
      const uuid = isObject(item) && typeof item.id === 'string' ? item.id : null
      const read = isObject(item) ? readItem(item, { index, uuid }, report) : null
      if (read === null)
        report({ index, uuid }, { rule: 'damaged', action: 'dropped', detail: 'It is no item.' })
      else addItem(said, read)
    }
    return writeMessages(said, options)
  })
}

/** A message, or what belongs to the one before it if that is of the same kind. */
type ReadItem = { readonly said: SaidMessage; readonly joins: 'answer' | 'outputs' | null }

function addItem(said: SaidMessage[], { said: next, joins }: ReadItem): void {
  const last = said.at(-1)
  const isOutput = last?.role === 'user' && last.blocks.every(block => block.kind === 'result')
  const mayJoin = joins === 'answer' ? last?.role === 'assistant' : joins === 'outputs' && isOutput
  if (last && mayJoin && last.blocks.length > 0)
    said[said.length - 1] = { ...last, blocks: [...last.blocks, ...next.blocks] }
  else said.push(next)
}

const ROLES: Readonly<Record<string, SaidRole>> = {
  ...{ system: 'system', developer: 'system', user: 'user', assistant: 'assistant' },
}

function readItem(item: SaidFields, place: LossPlace, report: ReportLoss): ReadItem | null {
  const { type = 'message' } = item
  if (typeof type !== 'string') return null
  const answer = (block: SaidBlock): ReadItem => ({
    said: { role: 'assistant', blocks: [block], isText: false, envelope: {}, place },
    joins: 'answer',
  })
  const keep = (): ReadItem => {
    const detail = `There is no block for an item of the type ${type}.`
    report(place, { rule: 'block-kind', action: 'carried', detail })
    const block = wrapPart(item, FORMAT, 0)
    if (!type.endsWith('_output')) return answer(block)
    return { said: { role: 'user', blocks: [block], isText: false, envelope: {}, place }, joins: null }
  }
  switch (type) {
    case 'message':
      return readMessage(item, place, report)
    case 'reasoning': {
      const text = readSummary(item.summary)
      if (text === null) return keep()
      return answer({ kind: 'thinking', at: 0, text, rest: withForeign({}, FORMAT, { item }) })
    }
    case 'function_call':
    case 'custom_tool_call': {
      const block = readCall(item)
      return block ? answer(block) : keep()
    }
    case 'function_call_output':
      return readOutput(item, place, report) ?? keep()
    default:
      return keep()
  }
}

function readSummary(summary: unknown): string | null {
  if (!Array.isArray(summary)) return null
  const texts = summary.map(part => (isObject(part) && typeof part.text === 'string' ? part.text : ''))
  return texts.join('\n\n')
}

function readCall(item: SaidFields): SaidBlock | null {
  const { type, call_id: id, name, arguments: text, input } = item
  if (typeof id !== 'string' || typeof name !== 'string') return null
  if (type === 'custom_tool_call') {
    if (typeof input !== 'string') return null
    return {
      kind: 'call',
      at: 0,
      id,
      name,
      input,
      rest: keepFields(item, ['call_id', 'name', 'input'], FORMAT),
    }
  }
  if (typeof text !== 'string') return null
  const read = readArguments(text)
  const rest = keepFields(item, ['type', 'call_id', 'name', 'arguments'], FORMAT, read.kept)
  return { kind: 'call', at: 0, id, name, input: read.input, rest }
}

function readOutput(item: SaidFields, place: LossPlace, report: ReportLoss): ReadItem | null {
  const { call_id: id, output } = item
  if (typeof id !== 'string' || (typeof output !== 'string' && !Array.isArray(output))) return null
  const content =
    typeof output === 'string'
      ? output
      : output.map(
          (part, at) => readInputPart(part, at) ?? keepPart(part, { format: FORMAT, at, place, report }),
        )
  const rest = keepFields(item, ['type', 'call_id', 'output'], FORMAT)
  const block: SaidBlock = { kind: 'result', at: 0, id, content, isError: false, rest }
  return { said: { role: 'user', blocks: [block], isText: false, envelope: {}, place }, joins: 'outputs' }
}

function readMessage(item: SaidFields, place: LossPlace, report: ReportLoss): ReadItem | null {
  const { role: theirs, content } = item
  const role = typeof theirs === 'string' && Object.hasOwn(ROLES, theirs) ? ROLES[theirs] : undefined
  if (role === undefined || (typeof content !== 'string' && !Array.isArray(content))) return null
  if (role === 'assistant') return readAnswer(item, content, { place, report })
  const more = {
    ...(theirs === 'developer' && { role: theirs }),
    ...(item.type === undefined && { hasNoType: true }),
  }
  const isText = typeof content === 'string'
  const blocks: readonly SaidBlock[] = isText
    ? [{ kind: 'text', at: 0, text: content, rest: {} }]
    : content.map(
        (part, at) => readInputPart(part, at) ?? keepPart(part, { format: FORMAT, at, place, report }),
      )
  const envelope = keepFields(item, ['type', 'role', 'content'], FORMAT, more)
  return { said: { role, blocks, isText, envelope, place }, joins: null }
}

type AnswerPlace = { readonly place: LossPlace; readonly report: ReportLoss }

/** Each text of an answer is a block; the item around it stands beside the first. */
function readAnswer(
  item: SaidFields,
  content: string | readonly unknown[],
  { place, report }: AnswerPlace,
): ReadItem {
  const kept = withoutFields(item, ['type', 'role', 'content'])
  const around = item.type === undefined ? { ...kept, hasNoType: true } : kept
  const said = (blocks: readonly SaidBlock[]): ReadItem => ({
    said: { role: 'assistant', blocks, isText: false, envelope: {}, place },
    joins: 'answer',
  })
  if (typeof content === 'string') {
    const rest = Object.keys(around).length === 0 ? {} : withForeign({}, FORMAT, { item: around })
    return said([{ kind: 'text', at: 0, text: content, rest }])
  }
  const texts = content.map(part => (isObject(part) ? (part.text ?? part.refusal) : undefined))
  if (content.length === 0 || !texts.every(text => typeof text === 'string')) {
    report(place, { rule: 'block-kind', action: 'carried', detail: 'There is no block for a part of it.' })
    return said([wrapPart(item, FORMAT, 0)])
  }
  return said(
    texts.map((text, at) => {
      const own = at === 0 ? { item: around, part: content[at] } : { continues: true, part: content[at] }
      return { kind: 'text', at, text, rest: withForeign({}, FORMAT, own) }
    }),
  )
}
