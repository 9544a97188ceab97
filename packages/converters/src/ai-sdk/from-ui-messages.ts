import { isContentBlock, isObject } from '@antiphon/contract'
import type { ApiViewMessage } from '@antiphon/core/api'
import { type Conversion, type LossPlace, type ReportLoss, withLosses } from '../loss.ts'
import { isEmpty, toFields, toJsonText, withoutFields } from '../said/fields.ts'
import { withForeign } from '../said/foreign.ts'
import { keepPart } from '../said/keep-part.ts'
import { readBlock } from '../said/read-block.ts'
import type { SaidBlock, SaidFields, SaidMessage, SaidResult } from '../said/said.ts'
import { type FromOptions, writeMessages } from '../said/write-messages.ts'
import { readSlot } from './slot.ts'
import { readUiFile } from './ui-file.ts'

const FORMAT = 'ai-sdk'

/** Messages of ours from those that the AI SDK's chat keeps: each step becomes an answer, its outputs the results behind it. */
export function fromAiSdkUiMessages(
  messages: readonly unknown[],
  options?: FromOptions,
): Conversion<ApiViewMessage> {
  return withLosses(report => {
    const said: SaidMessage[] = []
    for (const [index, message] of messages.entries()) {
      const place = { index, uuid: isObject(message) && typeof message.id === 'string' ? message.id : null }
      if (isObject(message) && Array.isArray(message.parts) && ROLES.has(String(message.role)))
        addMessage(said, { message, parts: message.parts, place, report })
      else report(place, { rule: 'damaged', action: 'dropped', detail: 'It is no UIMessage.' })
    }
    return writeMessages(said, options)
  })
}

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant'])

type UiSource = {
  readonly message: SaidFields
  readonly parts: readonly unknown[]
  readonly place: LossPlace
  readonly report: ReportLoss
}

function addMessage(said: SaidMessage[], source: UiSource): void {
  const { message, parts, place } = source
  if (message.role === 'assistant') {
    said.push(...readAnswers(source))
    return
  }
  const role = message.role === 'system' ? 'system' : 'user'
  const { own, envelope } = readMetadata(message, toFields(toOwn(message).envelope))
  const [first] = parts
  const isEmptied = parts.length === 1 && isObject(first) && first.type === 'step-start'
  const blocks = isEmptied
    ? []
    : parts.map((part, at) => readPart(part, at) ?? keepPart(part, { ...source, format: FORMAT, at }))
  const last = said.at(-1)
  if (own.continues === true && last?.role === 'user')
    said[said.length - 1] = { ...last, blocks: [...last.blocks, ...blocks] }
  else said.push({ role, blocks, isText: false, envelope, place })
}

function toOwn(message: SaidFields): SaidFields {
  return toFields(toFields(message.metadata).antiphon)
}

/** What stands beside the parts: of ours what it was, of theirs what ours do not say. */
function readMetadata(
  message: SaidFields,
  ours: SaidFields,
): { readonly own: SaidFields; readonly envelope: SaidFields } {
  const { metadata, id } = message
  const theirs = isObject(metadata) ? withoutFields(metadata, ['antiphon']) : {}
  const isOurs = typeof ours.uuid === 'string' && ours.uuid === id
  const further = withoutFields(message, ['id', 'role', 'parts', 'metadata'])
  const foreign = {
    ...further,
    ...(isOurs ? {} : { id }),
    ...(isEmpty(theirs) ? {} : { metadata: theirs }),
  }
  return { own: toOwn(message), envelope: withForeign(ours, FORMAT, foreign) }
}

/** The answers of one message, a step each, with the results of their calls. */
function readAnswers(source: UiSource): readonly SaidMessage[] {
  const { message, parts, place } = source
  const steps = toOwn(message).steps
  const said: SaidMessage[] = []
  for (const [index, step] of splitSteps(parts).entries()) {
    const ours: SaidFields = toFields(Array.isArray(steps) ? steps[index] : undefined)
    const started = step.hasStart ? ours : withForeign(ours, FORMAT, { hasNoStart: true })
    const envelope = index === 0 ? readFirst(message, ours, step.hasStart) : started
    const blocks: SaidBlock[] = []
    const results: Answered[] = []
    for (const { part, at } of step.parts) {
      const read = readTool(part, at)
      if (read) {
        blocks.push(read.call)
        if (read.answered) results.push(read.answered)
      } else blocks.push(readPart(part, at) ?? keepPart(part, { ...source, format: FORMAT, at }))
    }
    said.push({ role: 'assistant', blocks, isText: false, envelope, place }, ...groupResults(results, place))
  }
  return said
}

function readFirst(message: SaidFields, ours: SaidFields, hasStart: boolean): SaidFields {
  const { envelope } = readMetadata(message, ours)
  if (hasStart) return envelope
  const foreign = toFields(toFields(envelope.foreign)[FORMAT])
  return withForeign(envelope, FORMAT, { ...foreign, hasNoStart: true })
}

type Step = {
  readonly hasStart: boolean
  readonly parts: { readonly part: unknown; readonly at: number }[]
}

function splitSteps(parts: readonly unknown[]): readonly Step[] {
  const steps: Step[] = []
  for (const [at, part] of parts.entries()) {
    const isStart = isObject(part) && part.type === 'step-start'
    if (isStart) steps.push({ hasStart: true, parts: [] })
    else {
      if (steps.length === 0) steps.push({ hasStart: false, parts: [] })
      steps.at(-1)?.parts.push({ part, at })
    }
  }
  return steps.length > 0 ? steps : [{ hasStart: false, parts: [] }]
}

type Answered = { readonly result: SaidResult; readonly message: SaidFields | null }

/** Results as the messages that they came in; those of others stand in one. */
function groupResults(results: readonly Answered[], place: LossPlace): readonly SaidMessage[] {
  const groups: { envelope: SaidFields; blocks: SaidBlock[] }[] = []
  for (const { result, message } of results) {
    if (message || groups.length === 0) groups.push({ envelope: message ?? {}, blocks: [] })
    groups.at(-1)?.blocks.push(result)
  }
  return groups.map(({ envelope, blocks }) => ({ role: 'user', blocks, isText: false, envelope, place }))
}

/** The block that a part stands for; null where there is none. */
function readPart(part: unknown, at: number): SaidBlock | null {
  if (!isObject(part)) return null
  if (part.type === 'data-antiphon-block') return isContentBlock(part.data) ? readBlock(part.data, at) : null
  if (part.type === 'file') return readUiFile(part, at)
  const { text } = part
  if (typeof text !== 'string') return null
  const theirs = withoutFields(part, ['type', 'text', 'providerMetadata'])
  if (part.type === 'text')
    return { kind: 'text', at, text, rest: readSlot(part.providerMetadata, { format: FORMAT, theirs }).rest }
  if (part.type !== 'reasoning') return null
  const open = (taken: readonly string[]) =>
    readSlot(part.providerMetadata, { format: FORMAT, taken, theirs })
  const { signature, redactedData: data } = open([]).anthropic
  if (text === '' && typeof data === 'string')
    return { kind: 'redacted', at, data, rest: open(['redactedData']).rest }
  if (typeof signature !== 'string') return { kind: 'thinking', at, text, rest: open([]).rest }
  return { kind: 'thinking', at, text, signature, rest: open(['signature']).rest }
}

type ReadTool = { readonly call: SaidBlock; readonly answered: Answered | null }

/** The call that a part stands for, and its result if it has one; null for other parts. */
function readTool(part: unknown, at: number): ReadTool | null {
  if (!isObject(part) || typeof part.type !== 'string' || typeof part.toolCallId !== 'string') return null
  const isDynamic = part.type === 'dynamic-tool' && typeof part.toolName === 'string'
  if (!isDynamic && !part.type.startsWith('tool-')) return null
  const { toolCallId: id, state } = part
  const name = isDynamic ? String(part.toolName) : part.type.slice('tool-'.length)
  const isPlain = state === 'input-available' || state === 'output-available' || state === 'output-error'
  const theirs = {
    ...withoutFields(part, [...TOOL_FIELDS, ...(isDynamic ? ['toolName', 'type'] : [])]),
    ...(isPlain ? {} : { state }),
    ...(part.input === undefined && { hasNoInput: true }),
  }
  const { rest } = readSlot(part.callProviderMetadata, { format: FORMAT, theirs })
  const call: SaidBlock = {
    kind: 'call',
    at,
    id,
    name,
    input: part.input === undefined ? {} : part.input,
    rest,
  }
  return { call, answered: readAnswered(part, id, at) }
}

const TOOL_FIELDS = [
  ...['toolCallId', 'state', 'input', 'output', 'errorText'],
  ...['callProviderMetadata', 'resultProviderMetadata'],
]

function readAnswered(part: SaidFields, id: string, at: number): Answered | null {
  const { state, output, errorText } = part
  const open = (theirs: SaidFields) => readSlot(part.resultProviderMetadata, { format: FORMAT, theirs })
  const { own } = open({})
  const message = isObject(own.message) ? own.message : null
  const base = { kind: 'result', at, id } as const
  if (state === 'output-denied') {
    const content = `The call ${id} was denied.`
    return { message, result: { ...base, content, isError: true, rest: open({ isDenied: true }).rest } }
  }
  if (state === 'output-error' && typeof errorText === 'string') {
    const content = readList(own.content) ?? errorText
    return { message, result: { ...base, content, isError: true, rest: open({}).rest } }
  }
  if (state !== 'output-available') return null
  const list = own.content === true ? readList(output) : null
  if (list || typeof output === 'string')
    return {
      message,
      result: { ...base, content: list ?? String(output), isError: false, rest: open({}).rest },
    }
  const { rest } = open({ output })
  return { message, result: { ...base, content: toJsonText(output), isError: false, rest } }
}

function readList(value: unknown): readonly SaidBlock[] | null {
  if (!Array.isArray(value)) return null
  const blocks = value.map((block, at) => readBlock(block, at))
  return blocks.includes(null) ? null : blocks.filter(block => block !== null)
}
