import { isObject } from '@antiphon/contract'
import type { LossPlace, ReportLoss } from '../loss.ts'
import { isEmpty, toFields, toJsonText, withoutFields } from './fields.ts'
import { readBlock } from './read-block.ts'
import type { SaidBlock, SaidFields, SaidMessage, SaidRole } from './said.ts'

/** Who said what in a history of ours: messages of the log or of the model's view, or as the API takes them. */
export function readMessages(messages: readonly unknown[], report: ReportLoss): readonly SaidMessage[] {
  return messages.flatMap((message, index) => {
    const place = { index, uuid: isObject(message) && typeof message.uuid === 'string' ? message.uuid : null }
    const said = isObject(message) ? readMessage(message, place, report) : undefined
    if (said === undefined)
      report(place, { rule: 'damaged', action: 'dropped', detail: `It is ${describe(message)}.` })
    return said ? [said] : []
  })
}

/** Null where nobody said it and that was reported; undefined where it is no message. */
function readMessage(
  message: SaidFields,
  place: LossPlace,
  report: ReportLoss,
): SaidMessage | null | undefined {
  const inner = isObject(message.message) ? message.message : 'role' in message ? message : null
  const role = inner?.role
  if (inner === null || !isRole(role)) {
    if (typeof message.type !== 'string') return undefined
    report(place, { rule: 'no-voice', action: 'dropped', detail: `It is of the type ${message.type}.` })
    return null
  }
  const { content } = inner
  if (typeof content !== 'string' && !Array.isArray(content)) return undefined
  const beside = withoutFields(inner, ['role', 'content'])
  const envelope: SaidFields =
    inner === message ? beside : { ...withoutFields(message, ['message']), message: beside }
  const blocks = typeof content === 'string' ? [textBlock(content)] : readBlocks(content, place, report)
  const { isText: wasText, ...foreign } = toFields(envelope.foreign)
  if (wasText !== true) return { role, blocks, isText: typeof content === 'string', envelope, place }
  const others = isEmpty(foreign) ? {} : { foreign }
  const own = { ...withoutFields(envelope, ['foreign']), ...others }
  return { role, blocks, isText: blocks.length === 1, envelope: own, place }
}

function readBlocks(content: readonly unknown[], place: LossPlace, report: ReportLoss): readonly SaidBlock[] {
  return content.flatMap((value, at) => {
    const block = readBlock(value, at)
    if (block) return [block]
    report(place, { rule: 'damaged', action: 'dropped', block: at, detail: `It is ${describe(value)}.` })
    return []
  })
}

function textBlock(text: string): SaidBlock {
  return { kind: 'text', at: 0, text, rest: {} }
}

function isRole(value: unknown): value is SaidRole {
  return value === 'user' || value === 'assistant' || value === 'system'
}

function describe(value: unknown): string {
  const text = toJsonText(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

const MAX_SHOWN = 80
