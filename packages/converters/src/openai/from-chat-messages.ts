import { isObject } from '@antiphon/contract'
import type { ApiViewMessage } from '@antiphon/core/api'
import { type Conversion, type LossPlace, type ReportLoss, withLosses } from '../loss.ts'
import { optional } from '../said/fields.ts'
import { keepFields, wrapMessage } from '../said/foreign.ts'
import { keepPart } from '../said/keep-part.ts'
import { formOf, readUrl } from '../said/media.ts'
import type { MediaSource, SaidBlock, SaidFields, SaidMessage, SaidRole } from '../said/said.ts'
import { type FromOptions, writeMessages } from '../said/write-messages.ts'
import { readArguments } from './arguments.ts'

const FORMAT = 'openai-chat'

/** Messages of ours from those of OpenAI's Chat Completions; what has no place is kept as `unknown:` blocks and `foreign`. */
export function fromOpenAiChatMessages(
  messages: readonly unknown[],
  options?: FromOptions,
): Conversion<ApiViewMessage> {
  return withLosses(report => {
    const said = messages.flatMap((message, index) => {
      const place = { index, uuid: null }
      const read = isObject(message) ? readChatMessage(message, place, report) : null
      if (!read) report(place, { rule: 'damaged', action: 'dropped', detail: 'It is no chat message.' })
      return read ? [read] : []
    })
    return writeMessages(said, options)
  })
}

const ROLES: Readonly<Record<string, SaidRole>> = {
  ...{ system: 'system', developer: 'system', user: 'user', assistant: 'assistant', tool: 'user' },
}

function readChatMessage(message: SaidFields, place: LossPlace, report: ReportLoss): SaidMessage | null {
  const { role: theirs, content } = message
  const role = typeof theirs === 'string' && Object.hasOwn(ROLES, theirs) ? ROLES[theirs] : undefined
  // A result of the calls of before tools has no id, and so no place in ours.
  if (theirs === 'function') return wrapMessage(message, { format: FORMAT, place, report })
  if (role === undefined) return null
  const isText = typeof content === 'string'
  const hasNone = (content === null || content === undefined) && role === 'assistant'
  if (!isText && !hasNone && !Array.isArray(content)) return null
  if (theirs === 'tool') return readTool(message, place, report)
  const parts: readonly SaidBlock[] = isText
    ? [{ kind: 'text', at: 0, text: content, rest: {} }]
    : Array.isArray(content)
      ? content.map((part, at) => readPart(part, at) ?? keepPart(part, { format: FORMAT, at, place, report }))
      : []
  const calls = role === 'assistant' && Array.isArray(message.tool_calls) ? message.tool_calls : []
  const isWhole = calls.every(call => readCall(call, 0) !== null)
  const read = calls.map((call, index) => readCall(call, parts.length + index)).filter(call => call !== null)
  const more = {
    ...(theirs === 'developer' && { role: theirs }),
    ...(role === 'assistant' && content === undefined && { hasNoContent: true }),
  }
  const taken = ['role', 'content', ...(isWhole && calls.length > 0 ? ['tool_calls'] : [])]
  const isLone = isText && (calls.length === 0 || !isWhole)
  const hasString = isText && calls.length > 0 && isWhole
  const envelope = keepFields(message, taken, FORMAT, { ...more, ...(hasString && { content }) })
  const blocks = isWhole ? [...parts, ...read] : parts
  return { role, blocks, isText: isLone, envelope, place }
}

function readTool(message: SaidFields, place: LossPlace, report: ReportLoss): SaidMessage | null {
  const { tool_call_id: id, content } = message
  if (typeof id !== 'string') return null
  const rest = keepFields(message, ['role', 'content', 'tool_call_id'], FORMAT)
  const inner =
    typeof content === 'string' || !Array.isArray(content)
      ? String(content)
      : content.map((part, at) => readPart(part, at) ?? keepPart(part, { format: FORMAT, at, place, report }))
  const block: SaidBlock = { kind: 'result', at: 0, id, content: inner, isError: false, rest }
  return { role: 'user', blocks: [block], isText: false, envelope: {}, place }
}

/** The block that a part stands for; null where there is none. */
function readPart(part: unknown, at: number): SaidBlock | null {
  if (!isObject(part)) return null
  const { type, text, refusal, image_url: image, file } = part
  if (type === 'text' && typeof text === 'string')
    return { kind: 'text', at, text, rest: keepFields(part, ['type', 'text'], FORMAT) }
  if (type === 'refusal' && typeof refusal === 'string') {
    const rest = keepFields(part, ['type', 'refusal'], FORMAT, { isRefusal: true })
    return { kind: 'text', at, text: refusal, rest }
  }
  if (type === 'image_url' && isObject(image) && typeof image.url === 'string') {
    const source = readUrl(image.url)
    const { url: _, ...detail } = image
    const more = Object.keys(detail).length > 0 ? { detail } : {}
    const rest = keepFields(part, ['type', 'image_url'], FORMAT, more)
    return { kind: 'media', at, form: 'image', source, rest }
  }
  return type === 'file' && isObject(file) ? readFile(part, file, at) : null
}

function readFile(part: SaidFields, file: SaidFields, at: number): SaidBlock | null {
  const { file_data: data, file_id: id, filename, ...others } = file
  if (Object.keys(others).length > 0 || (filename !== undefined && typeof filename !== 'string')) return null
  const source = readFileSource(data, id)
  if (source === null || (source.kind === 'file' && filename !== undefined)) return null
  const rest = { ...keepFields(part, ['type', 'file'], FORMAT), ...optional('title', filename) }
  return { kind: 'media', at, form: 'document', source, rest }
}

function readFileSource(data: unknown, id: unknown): MediaSource | null {
  if (typeof id === 'string' && data === undefined) return { kind: 'file', id }
  if (typeof data !== 'string' || id !== undefined) return null
  const source = readUrl(data)
  return source.kind === 'base64' && formOf(source.mediaType) === 'document' ? source : null
}

function readCall(call: unknown, at: number): SaidBlock | null {
  if (!isObject(call) || typeof call.id !== 'string') return null
  const { id, type, function: called, custom } = call
  if (
    type === 'custom' &&
    isObject(custom) &&
    typeof custom.name === 'string' &&
    typeof custom.input === 'string'
  ) {
    const rest = keepFields(call, ['id', 'custom'], FORMAT)
    return { kind: 'call', at, id, name: custom.name, input: custom.input, rest }
  }
  if (type !== 'function' || !isObject(called)) return null
  const { name, arguments: text } = called
  if (typeof name !== 'string' || typeof text !== 'string') return null
  const { input, kept } = readArguments(text)
  return {
    kind: 'call',
    at,
    id,
    name,
    input,
    rest: keepFields(call, ['id', 'type', 'function'], FORMAT, kept),
  }
}
