import { isObject } from '@antiphon/contract'
import { type Conversion, type ReportLoss, withLosses } from '../loss.ts'
import { unwrapPart } from '../said/foreign.ts'
import { readMessages } from '../said/read-messages.ts'
import { takeEnvelope, takeTheirs } from '../said/report-rest.ts'
import type { SaidBlock, SaidFields, SaidMessage, SaidResult } from '../said/said.ts'
import { splitRuns } from '../said/split-runs.ts'
import { toStandIn, typeOf } from '../said/stand-in.ts'
import { writeArguments } from './arguments.ts'
import type { OpenAiResponseItem, ResponseInputPart } from './response-item.ts'
import { RESPONSES_FORMAT, toInputMedia } from './response-part.ts'

/** Items as OpenAI's Responses take them: an item a call, a result and a text of an answer, in the order in which they were said. */
export function toOpenAiResponseItems(messages: readonly unknown[]): Conversion<OpenAiResponseItem> {
  return withLosses(report =>
    readMessages(messages, report).flatMap(said => {
      const fields = takeEnvelope(said, RESPONSES_FORMAT, report)
      const writer = createItemWriter(said, report)
      return said.role === 'assistant' ? writer.answer() : writer.words(fields)
    }),
  )
}

type ItemWriter = { answer(): OpenAiResponseItem[]; words(fields: SaidFields): OpenAiResponseItem[] }

function createItemWriter(said: SaidMessage, report: ReportLoss): ItemWriter {
  const { place, blocks } = said

  function theirs(block: SaidBlock, taken: readonly string[] = []): SaidFields {
    return takeTheirs(block, said, { format: RESPONSES_FORMAT, report, taken })
  }

  function standIn(block: SaidBlock, at: number): ResponseInputPart {
    const rule = block.kind === 'media' ? 'media' : 'block-kind'
    const detail = `There is no part for ${typeOf(block)}: a text stands in its place.`
    report(place, { rule, action: 'replaced', block: at, detail })
    return { type: 'input_text', text: toStandIn(block) }
  }

  function inputPart(block: SaidBlock, at: number = block.at): ResponseInputPart {
    if (block.kind === 'text') return { type: 'input_text', text: block.text, ...theirs({ ...block, at }) }
    const part = block.kind === 'other' ? unwrapPart(block.block, RESPONSES_FORMAT) : undefined
    // A part that came from this library is given back as it was.
    if (part) return part as ResponseInputPart
    const media = block.kind === 'media' ? toInputMedia(block) : null
    if (media === null) return standIn(block, at)
    const { hasNoDetail, ...own } = theirs({ ...block, at }, media.type === 'input_file' ? ['title'] : [])
    const whole = { ...media, ...own }
    if (hasNoDetail !== true) return whole
    const { detail: _, ...rest } = whole as SaidFields
    return rest as unknown as ResponseInputPart
  }

  function output(block: SaidResult): OpenAiResponseItem {
    if (block.isError)
      report(place, {
        ...{ rule: 'tool-error', action: 'trimmed', block: block.at },
        detail: `The result of ${block.id} is an error.`,
      })
    const content =
      typeof block.content === 'string'
        ? block.content
        : block.content.map(inner => inputPart(inner, block.at))
    return { type: 'function_call_output', call_id: block.id, output: content, ...theirs(block) }
  }

  function drop(block: SaidBlock): OpenAiResponseItem[] {
    const isThought = block.kind === 'thinking' || block.kind === 'redacted'
    const detail = isThought
      ? 'Its thinking is in a cipher of its own.'
      : `It has no item for ${typeOf(block)}.`
    report(place, { rule: isThought ? 'thinking' : 'block-kind', action: 'dropped', block: block.at, detail })
    return []
  }

  function answer(): OpenAiResponseItem[] {
    const items: OpenAiResponseItem[] = []
    for (const block of blocks) {
      const last = items.at(-1)
      if (block.kind === 'text') {
        const own = theirs(block)
        if (own.continues === true && isAnswer(last)) last.content.push(own.part as never)
        else items.push(toAnswerItem(block.text, own))
      } else items.push(...otherItem(block))
    }
    return items
  }

  function otherItem(block: SaidBlock): OpenAiResponseItem[] {
    if (block.kind === 'call') {
      const { arguments: kept, type, ...own } = theirs(block)
      const base = { call_id: block.id, name: block.name }
      if (type === 'custom_tool_call' && typeof block.input === 'string')
        return [{ type, ...base, input: block.input, ...own }]
      return [{ type: 'function_call', ...base, arguments: writeArguments(block.input, kept), ...own }]
    }
    const item = block.kind === 'thinking' ? takeItem(block) : undefined
    const whole = block.kind === 'other' ? unwrapPart(block.block, RESPONSES_FORMAT) : item
    // An item that came from this library is given back as it was.
    return whole ? [whole as OpenAiResponseItem] : drop(block)
  }

  function takeItem(block: SaidBlock): SaidFields | undefined {
    const foreign = isObject(block.rest.foreign) ? block.rest.foreign[RESPONSES_FORMAT] : undefined
    return isObject(foreign) && isObject(foreign.item) ? foreign.item : undefined
  }

  function words(fields: SaidFields): OpenAiResponseItem[] {
    const role = said.role === 'system' ? 'system' : 'user'
    const [first] = blocks
    const own = { type: 'message', role, ...fields } as const
    if (said.isText && first?.kind === 'text') return [withType({ ...own, content: first.text })]
    if (blocks.length === 0) return [withType({ ...own, content: [] })]
    if (said.role === 'system') return [withType({ ...own, content: blocks.map(block => inputPart(block)) })]
    return splitRuns(blocks).flatMap(run => {
      if (run.kind === 'results') return run.blocks.map(output)
      const items = run.blocks.flatMap(block => {
        const item = block.kind === 'other' ? unwrapPart(block.block, RESPONSES_FORMAT) : undefined
        return item && isItem(item) ? [item as OpenAiResponseItem] : []
      })
      if (items.length === run.blocks.length) return items
      return [withType({ ...own, content: run.blocks.map(block => inputPart(block)) })]
    })
  }

  return { answer, words }
}

/** Types of parts begin so; whatever else has a type is an item. */
function isItem({ type }: SaidFields): boolean {
  return typeof type === 'string' && !type.startsWith('input_')
}

function withType(item: SaidFields): OpenAiResponseItem {
  const { hasNoType, ...rest } = item
  const { type: _, ...bare } = rest
  // What came without its type is given back so.
  return (hasNoType === true ? bare : rest) as OpenAiResponseItem
}

function isAnswer(item: OpenAiResponseItem | undefined): item is OpenAiResponseItem & { content: unknown[] } {
  return item?.type === 'message' && item.role === 'assistant' && Array.isArray(item.content)
}

function toAnswerItem(text: string, { item, part, ...own }: SaidFields): OpenAiResponseItem {
  if (isObject(item)) {
    const content = part === undefined ? text : [part]
    return withType({ type: 'message', role: 'assistant', content, ...item })
  }
  return { type: 'message', role: 'assistant', content: text, ...own }
}
