import { isContentBlock, isObject } from '@antiphon/contract'
import type { ApiViewMessage } from '@antiphon/core/api'
import { type Conversion, type LossPlace, type ReportLoss, withLosses } from '../loss.ts'
import { optional, toFields, toJsonText, withoutFields } from '../said/fields.ts'
import { wrapPart } from '../said/foreign.ts'
import { ANY_IMAGE, formOf, readUrl, URL_DOCUMENT_TYPE } from '../said/media.ts'
import { readBlock } from '../said/read-block.ts'
import type { MediaSource, SaidBlock, SaidFields, SaidMessage, SaidRole } from '../said/said.ts'
import { findToolNames, UNKNOWN_TOOL } from '../said/tool-names.ts'
import { type FromOptions, writeMessages } from '../said/write-messages.ts'
import { type ReadSlot, readSlot } from './slot.ts'

const FORMAT = 'ai-sdk-model'

/** Messages of ours from those that the AI SDK sends to a model; what has no place is kept as `unknown:` blocks. */
export function fromAiSdkModelMessages(
  messages: readonly unknown[],
  options?: FromOptions,
): Conversion<ApiViewMessage> {
  return withLosses(report => writeMessages(readModelMessages(messages, report), options))
}

function readModelMessages(messages: readonly unknown[], report: ReportLoss): readonly SaidMessage[] {
  const said: SaidMessage[] = []
  for (const [index, message] of messages.entries()) {
    const place = { index, uuid: null }
    const read = isObject(message) ? readModelMessage(message, place, report) : null
    if (read === null) {
      report(place, { rule: 'damaged', action: 'dropped', detail: 'It is no ModelMessage.' })
      continue
    }
    const last = said.at(-1)
    if (read.continues && last?.role === read.said.role)
      said[said.length - 1] = { ...last, blocks: [...last.blocks, ...read.said.blocks] }
    else said.push(read.said)
  }
  return nameTools(said)
}

const ROLES: Readonly<Record<string, SaidRole>> = {
  ...{ system: 'system', user: 'user', assistant: 'assistant', tool: 'user' },
}

type ReadMessage = { readonly said: SaidMessage; readonly continues: boolean }

function readModelMessage(message: SaidFields, place: LossPlace, report: ReportLoss): ReadMessage | null {
  const role = typeof message.role === 'string' && Object.hasOwn(ROLES, message.role) && ROLES[message.role]
  const { content } = message
  if (!role || (typeof content !== 'string' && !Array.isArray(content))) return null
  const theirs = withoutFields(message, ['role', 'content', 'providerOptions'])
  const slot = readSlot(message.providerOptions, { format: FORMAT, theirs })
  const blocks: readonly SaidBlock[] =
    typeof content === 'string'
      ? [{ kind: 'text', at: 0, text: content, rest: {} }]
      : content.map((part, at) => {
          const keep: Keep = (kept, index = at) => keepPart({ part: kept, at: index, place, report })
          const isAside = role === 'assistant' && isObject(part) && part.type === 'tool-result'
          // What a provider found out for itself stands within the answer.
          return (isAside ? null : readPart(part, at, keep)) ?? keep(part)
        })
  const isText = typeof content === 'string' && role !== 'system'
  const said = { role, blocks, isText, envelope: slot.rest, place }
  return { said, continues: slot.own.continues === true }
}

type KeptPart = {
  readonly part: unknown
  readonly at: number
  readonly place: LossPlace
  readonly report: ReportLoss
}

type Keep = (part: unknown, at?: number) => SaidBlock

function keepPart({ part, at, place, report }: KeptPart): SaidBlock {
  const type = isObject(part) && typeof part.type === 'string' ? part.type : 'none'
  const detail = `There is no block for a part of the type ${type}.`
  report(place, { rule: 'block-kind', action: 'carried', block: at, detail })
  return wrapPart(part, FORMAT, at)
}

/** The block that a part stands for; null where there is none. */
function readPart(part: unknown, at: number, keep: Keep): SaidBlock | null {
  if (!isObject(part)) return null
  const slot = (taken: readonly string[], read: readonly string[]): ReadSlot =>
    readSlot(part.providerOptions, {
      ...{ format: FORMAT, taken },
      theirs: withoutFields(part, ['type', 'providerOptions', ...read]),
    })
  const { own } = slot([], [])
  if (isContentBlock(own.block)) return readBlock(own.block, at)
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string'
        ? { kind: 'text', at, text: part.text, rest: slot([], ['text']).rest }
        : null
    case 'reasoning':
      return readReasoning(part, at, slot)
    case 'image':
      return readImage(part, at, slot)
    case 'file':
      return readFile(part, at, slot)
    case 'tool-call': {
      const { toolCallId: id, toolName: name, input } = part
      if (typeof id !== 'string' || typeof name !== 'string' || part.providerExecuted === true) return null
      if (input === undefined) return null
      const { rest } = slot([], ['toolCallId', 'toolName', 'input'])
      return { kind: 'call', at, id, name, input, rest }
    }
    case 'tool-result':
      return readResult(part, { at, slot, keep })
    default:
      return null
  }
}

type OpenSlot = (taken: readonly string[], read: readonly string[]) => ReadSlot

function readReasoning(part: SaidFields, at: number, slot: OpenSlot): SaidBlock | null {
  const { anthropic } = slot([], [])
  const { signature, redactedData: data } = anthropic
  if (typeof part.text !== 'string') return null
  if (part.text === '' && typeof data === 'string')
    return { kind: 'redacted', at, data, rest: slot(['redactedData'], ['text']).rest }
  if (typeof signature !== 'string')
    return { kind: 'thinking', at, text: part.text, rest: slot([], ['text']).rest }
  return { kind: 'thinking', at, text: part.text, signature, rest: slot(['signature'], ['text']).rest }
}

function readImage(part: SaidFields, at: number, slot: OpenSlot): SaidBlock | null {
  const { image, mediaType } = part
  const source = readData(image, mediaType)
  if (source === null) return null
  const read = source.kind === 'base64' ? ['image', 'mediaType'] : ['image']
  return { kind: 'media', at, form: 'image', source, rest: slot([], read).rest }
}

function readFile(part: SaidFields, at: number, slot: OpenSlot): SaidBlock | null {
  const { data, mediaType, filename } = part
  if (typeof mediaType !== 'string') return null
  const source = isText(data) ? ({ kind: 'text', text: data.text } as const) : readData(data, mediaType)
  if (source === null || (source.kind === 'text' && mediaType !== 'text/plain')) return null
  const isByName = source.kind === 'url' || source.kind === 'file'
  if (isByName && mediaType !== URL_DOCUMENT_TYPE && !hasForm(part, mediaType)) return null
  const { rest, own } = slot([], ['data', 'mediaType', 'filename'])
  // The SDK has images as files, too; ours that were documents of such a type say so.
  const isImage = own.form === 'image' || (own.form !== 'document' && isImageData(source))
  const marked = isImage && own.form !== 'image' ? withTheirs(rest, { isFile: true }) : rest
  return {
    ...{ kind: 'media', at, form: isImage ? 'image' : 'document', source },
    rest: { ...marked, ...optional('title', filename) },
  }
}

function isImageData(source: MediaSource): boolean {
  return source.kind === 'base64' && formOf(source.mediaType) === 'image'
}

/** An image of ours by its address or id, in an answer, where the SDK has only files. */
function hasForm({ providerOptions }: SaidFields, mediaType: string): boolean {
  return mediaType === ANY_IMAGE && toFields(toFields(providerOptions).antiphon).form === 'image'
}

function isText(data: unknown): data is { readonly text: string } {
  return isObject(data) && data.type === 'text' && typeof data.text === 'string'
}

function readData(data: unknown, mediaType: unknown): MediaSource | null {
  if (isObject(data)) {
    const isOurs = typeof data.anthropic === 'string' && Object.keys(data).length === 1
    return isOurs && typeof data.anthropic === 'string' ? { kind: 'file', id: data.anthropic } : null
  }
  if (typeof data !== 'string') return null
  if (/^https?:/.test(data)) return readUrl(data)
  return typeof mediaType === 'string' && mediaType !== '' ? { kind: 'base64', mediaType, data } : null
}

type ResultPlace = { readonly at: number; readonly slot: OpenSlot; readonly keep: Keep }

function readResult(part: SaidFields, { at, slot, keep }: ResultPlace): SaidBlock | null {
  const { toolCallId: id, output } = part
  if (typeof id !== 'string' || !isObject(output)) return null
  const { rest, own } = slot([], ['toolCallId', 'output'])
  const read = readOutput(output, id, keep)
  if (read === null) return null
  const kept = read.isExact ? rest : withTheirs(rest, { output })
  return {
    kind: 'result',
    at,
    id,
    content: read.content,
    isError: read.isError || own.isError === true,
    rest: kept,
  }
}

/** What ours cannot say of a block stays beside it. */
function withTheirs(rest: SaidFields, theirs: SaidFields): SaidFields {
  const foreign = toFields(rest.foreign)
  return { ...rest, foreign: { ...foreign, [FORMAT]: { ...toFields(foreign[FORMAT]), ...theirs } } }
}

type ReadOutput = {
  readonly content: string | readonly SaidBlock[]
  readonly isError: boolean
  /** Whether ours say all of it. */
  readonly isExact: boolean
}

function readOutput(output: SaidFields, id: string, keep: Keep): ReadOutput | null {
  const { type, value } = output
  const isExact = Object.keys(output).length === 2
  switch (type) {
    case 'text':
    case 'error-text':
      return typeof value === 'string' ? { content: value, isError: type === 'error-text', isExact } : null
    case 'json':
    case 'error-json':
      return { content: toJsonText(value), isError: type === 'error-json', isExact: false }
    case 'execution-denied': {
      const reason = typeof output.reason === 'string' ? output.reason : `The call ${id} was denied.`
      return { content: reason, isError: true, isExact: false }
    }
    case 'content': {
      if (!Array.isArray(value)) return null
      const content = value.map((part, at) => readOutputPart(part, at) ?? keep(part, at))
      return { content, isError: false, isExact }
    }
    default:
      return null
  }
}

/** The block that a part of an output stands for; null where there is none. */
function readOutputPart(part: unknown, at: number): SaidBlock | null {
  if (!isObject(part)) return null
  const read = ['type', 'providerOptions', 'text', 'data', 'mediaType', 'url', 'fileId']
  const { rest, own } = readSlot(part.providerOptions, { format: FORMAT, theirs: withoutFields(part, read) })
  if (isContentBlock(own.block)) return readBlock(own.block, at)
  if (part.type === 'text')
    return typeof part.text === 'string' ? { kind: 'text', at, text: part.text, rest } : null
  const source = readOutputSource(part)
  if (source === null) return null
  if (source.kind === 'url' && !URL_TYPES.has(String(part.mediaType))) return null
  const isImage = part.mediaType === 'image/*'
  const form = own.form === 'image' || isImage ? 'image' : own.form === 'document' ? 'document' : undefined
  const guess = source.kind === 'base64' ? formOf(source.mediaType) : 'document'
  return { kind: 'media', at, form: form ?? guess, source, rest }
}

/** Addresses of other types are kept as they are. */
const URL_TYPES: ReadonlySet<string> = new Set(['image/*', URL_DOCUMENT_TYPE])

function readOutputSource({ type, data, mediaType, url, fileId }: SaidFields): MediaSource | null {
  if (type === 'file')
    return isText(data) && mediaType === 'text/plain' ? { kind: 'text', text: data.text } : null
  if (type === 'file-data') return typeof data === 'string' ? readData(data, mediaType) : null
  if (type === 'file-url') return typeof url === 'string' ? { kind: 'url', url } : null
  return type === 'file-id' ? readData(fileId, undefined) : null
}

/** A result's tool name is that of its call; another is kept. */
function nameTools(said: readonly SaidMessage[]): readonly SaidMessage[] {
  const names = findToolNames(said)
  return said.map(message => ({
    ...message,
    blocks: message.blocks.map(block => {
      if (block.kind !== 'result') return block
      const foreign = toFields(block.rest.foreign)
      const theirs = toFields(foreign[FORMAT])
      if (theirs.toolName !== (names.get(block.id) ?? UNKNOWN_TOOL)) return block
      const kept = withoutFields(theirs, ['toolName'])
      const others = {
        ...withoutFields(foreign, [FORMAT]),
        ...(Object.keys(kept).length > 0 && { [FORMAT]: kept }),
      }
      const rest = withoutFields(block.rest, ['foreign'])
      return { ...block, rest: Object.keys(others).length > 0 ? { ...rest, foreign: others } : rest }
    }),
  }))
}
