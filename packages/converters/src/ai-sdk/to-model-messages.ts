import { type Conversion, type ReportLoss, withLosses } from '../loss.ts'
import { isEmpty, optional, withoutFields } from '../said/fields.ts'
import { splitForeign, unwrapPart } from '../said/foreign.ts'
import { ANY_IMAGE, URL_DOCUMENT_TYPE } from '../said/media.ts'
import { readMessages } from '../said/read-messages.ts'
import type { SaidBlock, SaidMedia, SaidMessage, SaidResult } from '../said/said.ts'
import { toStandIn, typeOf } from '../said/stand-in.ts'
import { findToolNames, UNKNOWN_TOOL } from '../said/tool-names.ts'
import { writeBlock } from '../said/write-block.ts'
import type {
  AiAssistantPart,
  AiFilePart,
  AiOutputPart,
  AiSdkModelMessage,
  AiToolOutput,
  AiToolResultPart,
  AiUserPart,
} from './model-message.ts'
import { type AiProviderFields, type WrittenSlot, writeSlot } from './slot.ts'

const FORMAT = 'ai-sdk-model'

/** Messages as `generateText` and `streamText` of the AI SDK take them; what only ours say travels in `providerOptions`. */
export function toAiSdkModelMessages(messages: readonly unknown[]): Conversion<AiSdkModelMessage> {
  return withLosses(report => {
    const said = readMessages(messages, report)
    const names = findToolNames(said)
    return said.flatMap(message => toModelMessages(message, names, report))
  })
}

function toModelMessages(
  said: SaidMessage,
  names: ReadonlyMap<string, string>,
  report: ReportLoss,
): AiSdkModelMessage[] {
  const made = splitMessage(said, names, report)
  return made.map((message, index) => {
    const slot = index === 0 ? writeSlot(said.envelope, { format: FORMAT }) : CONTINUES
    return { ...message, ...spread(slot) }
  })
}

const CONTINUES = writeSlot({}, { format: FORMAT, own: { continues: true } })

/** The fields of a part that say what the block says besides. */
function spread({ provider, theirs }: WrittenSlot): { providerOptions?: AiProviderFields } {
  return { ...theirs, ...optional('providerOptions', provider) }
}

function splitMessage(
  said: SaidMessage,
  names: ReadonlyMap<string, string>,
  report: ReportLoss,
): AiSdkModelMessage[] {
  const { role, blocks, isText } = said
  const [first] = blocks
  if (isText && first?.kind === 'text') return [{ role, content: first.text }]
  if (role === 'system') return toSystemMessages(said, report)
  if (role === 'assistant')
    return [{ role, content: blocks.map(block => toAssistantPart(block, said, report)) }]
  if (blocks.length === 0) return [{ role, content: [] }]
  const made: AiSdkModelMessage[] = []
  for (const block of blocks) {
    const last = made.at(-1)
    const part = toReplyPart(block, { said, names, report })
    if (isToolPart(part)) {
      if (last?.role === 'tool') last.content.push(part)
      else made.push({ role: 'tool', content: [part] })
    } else if (last?.role === 'user' && Array.isArray(last.content)) last.content.push(part)
    else made.push({ role: 'user', content: [part] })
  }
  return made
}

function toReplyPart(block: SaidBlock, surroundings: ResultSurroundings): AiUserPart | AiToolResultPart {
  const { said, report } = surroundings
  return block.kind === 'result' ? toResultPart(block, surroundings) : toUserPart(block, said, report)
}

/** Whether it stands in a message of the role `tool`: a result, or an answer to the question whether a call may run. */
function isToolPart(part: { readonly type: string }): part is AiToolResultPart {
  return part.type === 'tool-result' || part.type === 'tool-approval-response'
}

function toSystemMessages({ blocks, place }: SaidMessage, report: ReportLoss): AiSdkModelMessage[] {
  return blocks.flatMap(block => {
    if (block.kind !== 'text') {
      const detail = `A system message has only text, no ${typeOf(block)}.`
      report(place, { rule: 'block-kind', action: 'dropped', block: block.at, detail })
      return []
    }
    if (!isEmpty(block.rest)) {
      const detail = `A system message's text has no ${Object.keys(block.rest).join(', ')}.`
      report(place, { rule: 'block-field', action: 'trimmed', block: block.at, detail })
    }
    return [{ role: 'system', content: block.text }]
  })
}

function toAssistantPart(block: SaidBlock, said: SaidMessage, report: ReportLoss): AiAssistantPart {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: block.text, ...spread(writeSlot(block.rest, { format: FORMAT })) }
    case 'thinking': {
      const anthropic = block.signature === undefined ? {} : { signature: block.signature }
      const slot = writeSlot(block.rest, { format: FORMAT, anthropic })
      return { type: 'reasoning', text: block.text, ...spread(slot) }
    }
    case 'redacted': {
      const slot = writeSlot(block.rest, { format: FORMAT, anthropic: { redactedData: block.data } })
      return { type: 'reasoning', text: '', ...spread(slot) }
    }
    case 'call': {
      const slot = writeSlot(block.rest, { format: FORMAT })
      const { id: toolCallId, name: toolName, input } = block
      return { type: 'tool-call', toolCallId, toolName, input, ...spread(slot) }
    }
    case 'media':
      return toFilePart(block)
    default: {
      const part = block.kind === 'other' ? unwrapPart(block.block, FORMAT) : undefined
      // A part that came from this library is given back as it was.
      if (part) return part as AiAssistantPart
      return { type: 'custom', kind: 'antiphon.block', ...carry(block, said, report) }
    }
  }
}

function toUserPart(
  block: Exclude<SaidBlock, SaidResult>,
  said: SaidMessage,
  report: ReportLoss,
): AiUserPart {
  if (block.kind === 'text')
    return { type: 'text', text: block.text, ...spread(writeSlot(block.rest, { format: FORMAT })) }
  if (block.kind === 'media') return toMediaPart(block)
  const part = block.kind === 'other' ? unwrapPart(block.block, FORMAT) : undefined
  if (part) return part as AiUserPart
  return { type: 'text', text: toStandIn(block), ...carry(block, said, report) }
}

function toMediaPart(media: SaidMedia): AiUserPart {
  const { form, source, rest } = media
  const isFile = splitForeign(rest, FORMAT).theirs.isFile === true
  if (form === 'image' && source.kind !== 'text' && !isFile) {
    const plain = spread(writeSlot(rest, { format: FORMAT }))
    if (source.kind === 'base64')
      return { type: 'image', image: source.data, mediaType: source.mediaType, ...plain }
    return { type: 'image', image: source.kind === 'url' ? source.url : { anthropic: source.id }, ...plain }
  }
  return toFilePart(media)
}

/** An image or document as a file, which is all that an answer can have. */
function toFilePart({ form, source, rest }: SaidMedia): AiFilePart {
  const { title, ...others } = rest
  const filename = typeof title === 'string' ? { filename: title } : {}
  const { isFile, ...theirs } = splitForeign(rest, FORMAT).theirs
  const own = isFile === true ? {} : { form }
  const slot = writeSlot(typeof title === 'string' ? others : rest, { format: FORMAT, own })
  const file = {
    type: 'file',
    ...filename,
    ...spread({ ...slot, theirs: withoutFields(theirs, ['provider']) }),
  } as const
  const mediaType = form === 'image' ? ANY_IMAGE : URL_DOCUMENT_TYPE
  switch (source.kind) {
    case 'base64':
      return { ...file, data: source.data, mediaType: source.mediaType }
    case 'url':
      return { ...file, data: source.url, mediaType }
    case 'file':
      return { ...file, data: { anthropic: source.id }, mediaType }
    default:
      return { ...file, data: { type: 'text', text: source.text }, mediaType: 'text/plain' }
  }
}

type ResultSurroundings = {
  readonly said: SaidMessage
  readonly names: ReadonlyMap<string, string>
  readonly report: ReportLoss
}

function toResultPart(block: SaidResult, { said, names, report }: ResultSurroundings): AiToolResultPart {
  const isMarked = block.isError && typeof block.content !== 'string'
  const slot = writeSlot(block.rest, { format: FORMAT, own: isMarked ? { isError: true } : {} })
  const { output, toolName = names.get(block.id) ?? UNKNOWN_TOOL, ...theirs } = slot.theirs
  if (isMarked && output === undefined)
    report(said.place, {
      ...{ rule: 'tool-error', action: 'carried', block: block.at },
      detail: `The result of ${block.id} is an error with more than text.`,
    })
  return {
    type: 'tool-result',
    toolCallId: block.id,
    // These two were read from this library.
    toolName: toolName as string,
    output: (output as AiToolOutput | undefined) ?? toOutput(block, said, report),
    ...spread({ ...slot, theirs }),
  }
}

function toOutput({ content, isError, at }: SaidResult, said: SaidMessage, report: ReportLoss): AiToolOutput {
  if (typeof content === 'string') return { type: isError ? 'error-text' : 'text', value: content }
  return {
    type: 'content',
    value: content.map((inner): AiOutputPart => {
      if (inner.kind === 'text')
        return { type: 'text', text: inner.text, ...spread(writeSlot(inner.rest, { format: FORMAT })) }
      if (inner.kind === 'media') return toOutputMedia(inner)
      const part = inner.kind === 'other' ? unwrapPart(inner.block, FORMAT) : undefined
      if (part) return part as AiOutputPart
      return { type: 'text', text: toStandIn(inner), ...carry(inner, said, report, at) }
    }),
  }
}

function toOutputMedia({ form, source, rest }: SaidMedia): AiOutputPart {
  const plain = spread(writeSlot(rest, { format: FORMAT, own: { form } }))
  switch (source.kind) {
    case 'base64':
      return { type: 'file-data', data: source.data, mediaType: source.mediaType, ...plain }
    case 'url':
      return {
        ...{ type: 'file-url', url: source.url },
        ...{ mediaType: form === 'image' ? 'image/*' : URL_DOCUMENT_TYPE, ...plain },
      }
    case 'file':
      return { type: 'file-id', fileId: { anthropic: source.id }, ...plain }
    default:
      return { type: 'file', data: { type: 'text', text: source.text }, mediaType: 'text/plain', ...plain }
  }
}

/** A block that the SDK does not know travels whole where only the way back reads. */
function carry(block: SaidBlock, { place }: SaidMessage, report: ReportLoss, at: number = block.at) {
  report(place, {
    ...{ rule: 'block-kind', action: 'carried', block: at },
    detail: `There is no part for ${typeOf(block)}.`,
  })
  return spread(writeSlot({}, { format: FORMAT, own: { block: writeBlock(block) } }))
}
