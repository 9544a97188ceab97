import { type Conversion, type ReportLoss, withLosses } from '../loss.ts'
import { isEmpty, optional } from '../said/fields.ts'
import { unwrapMessage, unwrapPart } from '../said/foreign.ts'
import { isAsTyped, toDataUrl } from '../said/media.ts'
import { readMessages } from '../said/read-messages.ts'
import { takeEnvelope, takeTheirs } from '../said/report-rest.ts'
import type { SaidBlock, SaidCall, SaidFields, SaidMedia, SaidMessage, SaidResult } from '../said/said.ts'
import { splitRuns } from '../said/split-runs.ts'
import { toStandIn, typeOf } from '../said/stand-in.ts'
import { writeArguments } from './arguments.ts'
import type { ChatTextPart, ChatToolCall, ChatUserPart, OpenAiChatMessage } from './chat-message.ts'

const FORMAT = 'openai-chat'

/** Messages as OpenAI's Chat Completions take them, and those who copied its API; it has no place for what only ours say. */
export function toOpenAiChatMessages(messages: readonly unknown[]): Conversion<OpenAiChatMessage> {
  return withLosses(report =>
    readMessages(messages, report).flatMap(said => {
      const whole = unwrapMessage(said, FORMAT)
      // A message that came from this library is given back as it was.
      return whole ? [whole as OpenAiChatMessage] : createChatWriter(said, report).write()
    }),
  )
}

type ChatWriter = { write(): OpenAiChatMessage[] }

function createChatWriter(said: SaidMessage, report: ReportLoss): ChatWriter {
  const { place, blocks, role } = said

  function theirs(block: SaidBlock, taken: readonly string[] = []): SaidFields {
    return takeTheirs(block, said, { format: FORMAT, report, taken })
  }

  function drop(block: SaidBlock): null {
    const isThought = block.kind === 'thinking' || block.kind === 'redacted'
    report(place, {
      ...{ rule: isThought ? 'thinking' : 'block-kind', action: 'dropped', block: block.at },
      detail: `It has no place for ${typeOf(block)}.`,
    })
    return null
  }

  function standIn(block: SaidBlock, at: number = block.at): ChatTextPart {
    const rule = block.kind === 'media' ? 'media' : 'block-kind'
    const detail = `There is no part for ${typeOf(block)}: a text stands in its place.`
    report(place, { rule, action: 'replaced', block: at, detail })
    return { type: 'text', text: toStandIn(block) }
  }

  function textPart(block: Extract<SaidBlock, { kind: 'text' }>): ChatTextPart {
    return { type: 'text', text: block.text, ...theirs(block) }
  }

  function userPart(block: SaidBlock): ChatUserPart {
    if (block.kind === 'text') return textPart(block)
    const part = block.kind === 'other' ? unwrapPart(block.block, FORMAT) : undefined
    // A part that came from this library is given back as it was.
    if (part) return part as ChatUserPart
    const media = block.kind === 'media' ? toMediaPart(block) : null
    if (media === null || block.kind !== 'media') return standIn(block)
    const own = theirs(block, media.type === 'file' ? ['title'] : [])
    if (media.type !== 'image_url') return { ...media, ...own }
    const { detail, ...fields } = own
    return { ...media, ...fields, image_url: { ...media.image_url, ...(detail as object | undefined) } }
  }

  /** What a result holds beside text is said behind all results of the message. */
  function resultMessage(block: SaidResult, media: ChatUserPart[]): OpenAiChatMessage {
    if (block.isError)
      report(place, {
        ...{ rule: 'tool-error', action: 'trimmed', block: block.at },
        detail: `The result of ${block.id} is an error.`,
      })
    const base = { role: 'tool', tool_call_id: block.id, ...theirs(block) } as const
    if (typeof block.content === 'string') return { ...base, content: block.content }
    const content: ChatTextPart[] = []
    for (const inner of block.content) {
      if (inner.kind === 'text' && isEmpty(inner.rest)) content.push({ type: 'text', text: inner.text })
      else content.push(innerPart(inner, block, media))
    }
    return { ...base, content }
  }

  function innerPart(inner: SaidBlock, { at, id }: SaidResult, media: ChatUserPart[]): ChatTextPart {
    if (inner.kind === 'text') {
      const fields = takeTheirs({ ...inner, at }, said, { format: FORMAT, report })
      return { type: 'text', text: inner.text, ...fields }
    }
    const found = inner.kind === 'media' ? toMediaPart(inner) : null
    if (found === null || inner.kind !== 'media') return standIn(inner, at)
    media.push(found)
    const detail = `The result of ${id} holds only text: a note stands for the ${inner.form}.`
    report(place, { rule: 'media', action: 'replaced', block: at, detail })
    const moved = `The ${inner.form} in the result of ${id} stands behind the results.`
    report(place, { rule: 'order', action: 'moved', block: at, detail: moved })
    return { type: 'text', text: `[${inner.form} of ${id}: see below]` }
  }

  function userMessages(): OpenAiChatMessage[] {
    const messages: OpenAiChatMessage[] = []
    const media: ChatUserPart[] = []
    for (const run of splitRuns(blocks)) {
      if (run.kind === 'results') messages.push(...run.blocks.map(block => resultMessage(block, media)))
      else messages.push({ role: 'user', content: [...media.splice(0), ...run.blocks.map(userPart)] })
    }
    if (media.length > 0 || blocks.length === 0) messages.push({ role: 'user', content: media })
    return messages
  }

  function assistantMessage(fields: SaidFields): Extract<OpenAiChatMessage, { role: 'assistant' }> {
    const calls: ChatToolCall[] = []
    const parts: ({ type: 'text'; text: string } | { type: 'refusal'; refusal: string })[] = []
    for (const block of blocks) {
      if (block.kind === 'call') calls.push(toToolCall(block, theirs(block)))
      else if (block.kind === 'text') {
        if (calls.length > 0) {
          const detail = 'A text behind a call stands before all calls.'
          report(place, { rule: 'order', action: 'moved', block: block.at, detail })
        }
        const { isRefusal, ...own } = theirs(block)
        if (isRefusal === true) parts.push({ type: 'refusal', refusal: block.text, ...own })
        else parts.push({ type: 'text', text: block.text, ...own })
      } else drop(block)
    }
    const [first] = parts
    const isPlain = said.isText && parts.length === 1 && first?.type === 'text'
    const content = isPlain ? first.text : parts.length > 0 ? parts : null
    return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }), ...fields }
  }

  function systemMessage(fields: SaidFields): OpenAiChatMessage {
    const parts = blocks.map(block => (block.kind === 'text' ? textPart(block) : standIn(block)))
    const [first] = parts
    return { role: 'system', content: said.isText && first ? first.text : parts, ...fields }
  }

  return {
    write() {
      const { hasNoContent, ...fields } = takeEnvelope(said, FORMAT, report)
      if (role === 'assistant') {
        const message = assistantMessage(fields)
        const { content, ...bare } = message
        return [content === null && hasNoContent === true ? bare : message]
      }
      if (role === 'system') return [systemMessage(fields)]
      const [first] = blocks
      if (said.isText && first?.kind === 'text') return [{ role, content: first.text, ...fields }]
      return userMessages().map((message, index) => (index === 0 ? { ...message, ...fields } : message))
    },
  }
}

/** An image or document as a part of a user's message; null where there is none for its source. */
export function toMediaPart(block: SaidMedia): Exclude<ChatUserPart, ChatTextPart> | null {
  const { form, source, rest } = block
  if (form === 'image') {
    if (source.kind === 'base64') return { type: 'image_url', image_url: { url: toDataUrl(source) } }
    return source.kind === 'url' ? { type: 'image_url', image_url: { url: source.url } } : null
  }
  const filename = typeof rest.title === 'string' ? rest.title : undefined
  if (!isAsTyped(block)) return null
  if (source.kind === 'base64')
    return { type: 'file', file: { ...optional('filename', filename), file_data: toDataUrl(source) } }
  return source.kind === 'file' && filename === undefined
    ? { type: 'file', file: { file_id: source.id } }
    : null
}

function toToolCall({ id, name, input }: SaidCall, theirs: SaidFields): ChatToolCall {
  const { arguments: kept, type, ...fields } = theirs
  if (type === 'custom' && typeof input === 'string') return { id, type, custom: { name, input }, ...fields }
  return { id, type: 'function', function: { name, arguments: writeArguments(input, kept) }, ...fields }
}
