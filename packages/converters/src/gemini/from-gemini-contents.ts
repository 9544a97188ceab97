import { isObject } from '@antiphon/contract'
import type { ApiViewMessage } from '@antiphon/core/api'
import { type Conversion, type LossPlace, type ReportLoss, withLosses } from '../loss.ts'
import { optional, toJsonText, withoutFields } from '../said/fields.ts'
import { keepFields, wrapMessage, wrapPart } from '../said/foreign.ts'
import type { SaidBlock, SaidFields, SaidMessage } from '../said/said.ts'
import { UNKNOWN_TOOL } from '../said/tool-names.ts'
import { type FromOptions, writeMessages } from '../said/write-messages.ts'
import { readGeminiMedia } from './media-part.ts'

const FORMAT = 'gemini'

/** Messages of ours from Gemini's contents; calls without an id are paired with their results by name and order. */
export function fromGeminiContents(
  contents: readonly unknown[],
  options?: FromOptions,
): Conversion<ApiViewMessage> {
  return withLosses(report => {
    const pairs = createCallPairs()
    const said = contents.flatMap((content, index): SaidMessage[] => {
      const place = { index, uuid: null }
      if (isObject(content) && typeof content.role === 'string' && !isRole(content.role))
        return [wrapMessage(content, { format: FORMAT, place, report })]
      if (!isObject(content) || !isRole(content.role) || !Array.isArray(content.parts)) {
        report(place, { rule: 'damaged', action: 'dropped', detail: 'It is no Content.' })
        return []
      }
      const more = content.role === undefined ? { hasNoRole: true } : {}
      const envelope = keepFields(content, ['role', 'parts'], FORMAT, more)
      const blocks = content.parts.map(
        (part, at) => readPart(part, at, pairs) ?? keepPart(part, at, { place, report }),
      )
      return [
        { role: content.role === 'model' ? 'assistant' : 'user', blocks, isText: false, envelope, place },
      ]
    })
    return writeMessages(said, options)
  })
}

function isRole(role: unknown): boolean {
  return role === undefined || role === 'user' || role === 'model'
}

/** Which call a result without an id belongs to. */
type CallPairs = {
  /** The id of the next call of that name. */
  call(name: string): string
  /** The id of the oldest such call that has no result yet. */
  result(name: string): string
  readonly names: Map<string, string>
}

function createCallPairs(): CallPairs {
  const open = new Map<string, string[]>()
  let count = 0
  const next = (): string => {
    count++
    return `call_gemini_${count}`
  }
  return {
    names: new Map(),
    call(name) {
      const id = next()
      open.set(name, [...(open.get(name) ?? []), id])
      return id
    },
    result: name => open.get(name)?.shift() ?? next(),
  }
}

type Kept = { readonly place: LossPlace; readonly report: ReportLoss }

function keepPart(part: unknown, at: number, { place, report }: Kept): SaidBlock {
  const detail = `There is no block for a part with ${isObject(part) ? Object.keys(part).join(', ') : 'nothing'}.`
  report(place, { rule: 'block-kind', action: 'carried', block: at, detail })
  return wrapPart(part, FORMAT, at)
}

/** The block that a part stands for; null where there is none. */
function readPart(part: unknown, at: number, pairs: CallPairs): SaidBlock | null {
  if (!isObject(part)) return null
  const { text, thought, functionCall: call, functionResponse: response } = part
  const kinds = DATA_FIELDS.filter(name => part[name] !== undefined)
  if (kinds.length !== 1) return null
  if (typeof text === 'string' && thought === true)
    return { kind: 'thinking', at, text, rest: keepFields(part, ['text', 'thought'], FORMAT) }
  if (typeof text === 'string') return { kind: 'text', at, text, rest: keepFields(part, ['text'], FORMAT) }
  if (isObject(call)) return readCall(part, call, { at, pairs })
  return isObject(response) ? readResponse(part, response, { at, pairs }) : readGeminiMedia(part, at)
}

const DATA_FIELDS = [
  ...['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse', 'executableCode'],
  ...['codeExecutionResult', 'toolCall', 'toolResponse'],
]

type CallPlace = { readonly at: number; readonly pairs: CallPairs }

function readCall(part: SaidFields, call: SaidFields, { at, pairs }: CallPlace): SaidBlock | null {
  const { id: given, name, args } = call
  if (typeof name !== 'string' || (args !== undefined && !isObject(args))) return null
  const id = typeof given === 'string' && given !== '' ? given : pairs.call(name)
  pairs.names.set(id, name)
  const more = withoutFields(call, ['name', 'args', ...(id === given ? ['id'] : [])])
  const rest = keepFields(part, ['functionCall'], FORMAT, {
    ...(id !== given && { hasNoId: true }),
    ...(args === undefined && { hasNoArgs: true }),
    ...(Object.keys(more).length > 0 && { call: more }),
  })
  return { kind: 'call', at, id, name, input: args ?? {}, rest }
}

function readResponse(part: SaidFields, response: SaidFields, { at, pairs }: CallPlace): SaidBlock | null {
  const { id: given, name, response: value, parts } = response
  if (typeof name !== 'string' || !isObject(value)) return null
  const id = typeof given === 'string' && given !== '' ? given : pairs.result(name)
  const read = readOutput(value, parts)
  const more = withoutFields(response, ['name', 'response', 'parts', ...(id === given ? ['id'] : [])])
  const rest = keepFields(part, ['functionResponse'], FORMAT, {
    ...(id !== given && { hasNoId: true }),
    ...((pairs.names.get(id) ?? UNKNOWN_TOOL) !== name && { name }),
    ...(Object.keys(more).length > 0 && { call: more }),
    ...(read.isExact ? {} : { response: value, ...optional('parts', parts) }),
  })
  return { kind: 'result', at, id, content: read.content, isError: read.isError, rest }
}

type ReadOutput = {
  readonly content: string | readonly SaidBlock[]
  readonly isError: boolean
  /** Whether ours say all of it. */
  readonly isExact: boolean
}

function readOutput(value: SaidFields, parts: unknown): ReadOutput {
  const [field, ...others] = Object.keys(value)
  const isError = field === 'error' && others.length === 0
  const isOutput = field === 'output' && others.length === 0
  const output = isError || isOutput ? value[field] : undefined
  const media = Array.isArray(parts) ? parts.map((part, at) => readInnerMedia(part, at)) : []
  const isKnown = (parts === undefined || (Array.isArray(parts) && parts.length > 0)) && !media.includes(null)
  const shown = media.filter(block => block !== null)
  if (typeof output === 'string' && shown.length === 0) return { content: output, isError, isExact: isKnown }
  const texts = isTexts(output) ? output : [typeof output === 'string' ? output : toJsonText(value)]
  const blocks = texts.map((text, at): SaidBlock => ({ kind: 'text', at, text, rest: {} }))
  if (shown.length === 0 && !isTexts(output)) return { content: texts[0] ?? '', isError, isExact: false }
  return { content: [...blocks, ...shown], isError, isExact: isKnown && isTexts(output) }
}

/** Of media in a result only what ours say is exact. */
function readInnerMedia(part: unknown, at: number): SaidBlock | null {
  const media = isObject(part) ? readGeminiMedia(part, at) : null
  return media && Object.keys(media.rest).length === 0 ? media : null
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(text => typeof text === 'string')
}
