import { type Conversion, type ReportLoss, withLosses } from '../loss.ts'
import { isEmpty, optional, toFields } from '../said/fields.ts'
import { splitForeign, unwrapPart } from '../said/foreign.ts'
import { readMessages } from '../said/read-messages.ts'
import type { SaidBlock, SaidCall, SaidFields, SaidMessage, SaidResult } from '../said/said.ts'
import { toStandIn, typeOf } from '../said/stand-in.ts'
import { writeBlock } from '../said/write-block.ts'
import { writeSlot } from './slot.ts'
import { toUiFile } from './ui-file.ts'
import type { AiSdkUiMessage, AiUiPart, AiUiTool } from './ui-message.ts'

const FORMAT = 'ai-sdk'

/** Messages as `useChat` of the AI SDK keeps and shows them: an answer with its calls and their results is one message. */
export function toAiSdkUiMessages(messages: readonly unknown[]): Conversion<AiSdkUiMessage> {
  return withLosses(report => {
    const writer = createUiWriter(report)
    for (const said of readMessages(messages, report)) writer.take(said)
    return writer.messages
  })
}

type PendingCall = { readonly call: SaidCall; readonly place: number; readonly step: number }

/** The answer that is being written: results may still come to its calls. */
type OpenAnswer = {
  readonly message: AiSdkUiMessage
  readonly steps: SaidFields[]
  readonly pending: Map<string, PendingCall>
  /** The last piece in the order of the way back: its step, and the place of the call whose result it was. */
  last: { readonly step: number; readonly place: number }
}

type UiWriter = { readonly messages: AiSdkUiMessage[]; take(said: SaidMessage): void }

function createUiWriter(report: ReportLoss): UiWriter {
  const messages: AiSdkUiMessage[] = []
  let open: OpenAnswer | null = null

  function openAnswer(said: SaidMessage): OpenAnswer {
    const { theirs, ours } = splitForeign(said.envelope, FORMAT)
    if (open === null || theirs.id !== undefined) {
      const message: AiSdkUiMessage = { id: idOf(said, theirs), role: 'assistant', parts: [] }
      const steps: SaidFields[] = []
      message.metadata = { ...toFields(theirs.metadata), antiphon: { steps } }
      messages.push(message)
      open = { message, steps, pending: new Map(), last: NOWHERE }
    }
    open.steps.push(ours)
    if (theirs.hasNoStart !== true) open.message.parts.push({ type: 'step-start' })
    return open
  }

  function takeAnswer(said: SaidMessage): void {
    const answer = openAnswer(said)
    const step = answer.steps.length
    for (const block of said.blocks) {
      const { parts } = answer.message
      if (block.kind === 'result') parts.push(carry(block, said, report))
      else if (block.kind !== 'call') parts.push(toUiPart(block, said, report))
      // Of two calls with one id the SDK would show one.
      else if (answer.pending.has(block.id)) parts.push(carry(block, said, report))
      else {
        answer.pending.set(block.id, { call: block, place: parts.length, step })
        parts.push(toToolPart(block))
      }
    }
    answer.last = { step, place: -1 }
  }

  function takeResult(block: SaidResult, said: SaidMessage, isFirst: boolean): boolean {
    const pending = open?.pending.get(block.id)
    const part = pending && open?.message.parts[pending.place]
    if (open === null || !pending || part?.type === undefined || !isOpenTool(part)) return false
    const own = isFirst ? { message: said.envelope } : {}
    open.message.parts[pending.place] = withResult(part, block, { own, said, report })
    const isNext = pending.step === open.last.step && pending.place > open.last.place
    if (isNext) open.last = { step: pending.step, place: pending.place }
    else
      report(said.place, {
        ...{ rule: 'order', action: 'moved', block: block.at },
        detail: `The result of ${block.id} stands with its call.`,
      })
    return true
  }

  function takeWords(said: SaidMessage): void {
    const parts: AiUiPart[] = []
    let count = 0
    for (const block of said.blocks) {
      if (parts.length === 0 && block.kind === 'result' && takeResult(block, said, count === 0)) count++
      else parts.push(block.kind === 'result' ? carry(block, said, report) : toUiPart(block, said, report))
    }
    if (parts.length === 0 && count > 0) return
    open = null
    const { theirs, ours } = splitForeign(said.envelope, FORMAT)
    const own = count > 0 ? { continues: true } : isEmpty(ours) ? {} : { envelope: ours }
    const metadata = isEmpty(own) ? theirs.metadata : { ...toFields(theirs.metadata), antiphon: own }
    const role = said.role === 'system' ? 'system' : 'user'
    const id = count > 0 ? `${idOf(said, theirs)}-${count}` : idOf(said, theirs)
    // The SDK refuses a message without parts.
    const some: AiUiPart[] = parts.length > 0 ? parts : [{ type: 'step-start' }]
    messages.push({ id, role, ...optional('metadata', metadata), parts: some })
  }

  return {
    messages,
    take: said => (said.role === 'assistant' ? takeAnswer(said) : takeWords(said)),
  }
}

const NOWHERE = { step: -1, place: -1 }

function idOf({ place }: SaidMessage, theirs: SaidFields): string {
  if (typeof theirs.id === 'string') return theirs.id
  return place.uuid ? place.uuid : `message-${place.index}`
}

function toUiPart(block: Exclude<SaidBlock, SaidResult>, said: SaidMessage, report: ReportLoss): AiUiPart {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: block.text, ...toProvided(block.rest) }
    case 'thinking': {
      const anthropic = block.signature === undefined ? {} : { signature: block.signature }
      return { type: 'reasoning', text: block.text, ...toProvided(block.rest, anthropic) }
    }
    case 'redacted':
      return { type: 'reasoning', text: '', ...toProvided(block.rest, { redactedData: block.data }) }
    case 'media':
      return toUiFile(block) ?? carry(block, said, report)
    default: {
      const part = block.kind === 'other' ? unwrapPart(block.block, FORMAT) : undefined
      // A part that came from this library is given back as it was.
      return part ? (part as AiUiPart) : carry(block, said, report)
    }
  }
}

function toProvided(rest: SaidFields, anthropic: SaidFields = {}) {
  const { provider, theirs } = writeSlot(rest, { format: FORMAT, anthropic })
  return { ...(theirs as object), ...optional('providerMetadata', provider) }
}

/** A block that the SDK does not know is a data part, which nobody shows unless told how. */
function carry(block: SaidBlock, { place }: SaidMessage, report: ReportLoss): AiUiPart {
  const detail = `There is no part for ${typeOf(block)}.`
  const rule = block.kind === 'result' ? 'orphan-result' : 'block-kind'
  report(place, { rule, action: 'carried', block: block.at, detail })
  return { type: 'data-antiphon-block', data: writeBlock(block) }
}

function toToolPart({ id, name, input, rest }: SaidCall): AiUiTool {
  const { provider, theirs } = writeSlot(rest, { format: FORMAT })
  const { type, hasNoInput, ...fields } = theirs
  const named = typeof type === 'string' ? { type } : { type: 'dynamic-tool', toolName: name }
  const part = {
    ...{ ...named, toolCallId: id, state: 'input-available' },
    ...(hasNoInput === true ? {} : { input }),
    ...fields,
    ...optional('callProviderMetadata', provider),
  }
  // With a type and a state of its own it is a part of this library again.
  return part as unknown as AiUiTool
}

function isOpenTool(part: AiUiPart): part is AiUiTool {
  return 'toolCallId' in part && !('output' in part) && !('errorText' in part)
}

type ResultSurroundings = {
  readonly own: SaidFields
  readonly said: SaidMessage
  readonly report: ReportLoss
}

function withResult(part: AiUiTool, block: SaidResult, { own, said, report }: ResultSurroundings): AiUiTool {
  const { content, isError, rest } = block
  const isList = typeof content !== 'string'
  const kept = isList ? { ...own, content: isError ? content.map(writeBlock) : true } : own
  const { provider, theirs } = writeSlot(rest, { format: FORMAT, own: kept })
  const { isDenied, ...fields } = theirs
  if (isDenied === true) return part
  const { callProviderMetadata, state: _, ...call } = part
  const base = { ...call, ...optional('callProviderMetadata', callProviderMetadata) }
  const end = { ...fields, ...optional('resultProviderMetadata', provider) }
  if (!isError)
    return { ...base, state: 'output-available', output: isList ? content.map(writeBlock) : content, ...end }
  if (isList && content.some(({ kind }) => kind !== 'text'))
    report(said.place, {
      ...{ rule: 'tool-error', action: 'carried', block: block.at },
      detail: `The error of ${block.id} is shown as text.`,
    })
  const errorText = isList ? content.map(toErrorText).join('\n') : content
  return { ...base, state: 'output-error', errorText, ...end }
}

function toErrorText(block: SaidBlock): string {
  return block.kind === 'text' ? block.text : toStandIn(block)
}
