import { isObject } from '@antiphon/contract'
import type { LossPlace, ReportLoss } from '../loss.ts'
import { isEmpty, withoutFields } from './fields.ts'
import type { SaidFields, SaidMessage, SaidOther } from './said.ts'

/** The formats of others, by the names under which their own fields are kept in ours. */
export type ForeignFormat =
  | 'ai-sdk'
  | 'ai-sdk-model'
  | 'openai-chat'
  | 'openai-responses'
  | 'gemini'
  | 'langchain'

/** What a format said of a block or message that ours do not say, and the fields of ours that it does not know. */
export type SplitFields = { readonly theirs: SaidFields; readonly ours: SaidFields }

/** Takes apart what a converter from that format kept (`withForeign`) and the rest. */
export function splitForeign(fields: SaidFields, format: ForeignFormat): SplitFields {
  const foreign = isObject(fields.foreign) ? fields.foreign : {}
  const theirs = isObject(foreign[format]) ? foreign[format] : {}
  const others = withoutFields(foreign, [format])
  const ours = withoutFields(fields, ['foreign'])
  return { theirs, ours: isEmpty(others) ? ours : { ...ours, foreign: others } }
}

/** SaidFields of ours with what only that format says beside them, so that it is there on the way back. */
export function withForeign(ours: SaidFields, format: ForeignFormat, theirs: SaidFields): SaidFields {
  const said = withoutFields(theirs, [])
  return isEmpty(said)
    ? ours
    : { ...ours, foreign: { ...(isObject(ours.foreign) ? ours.foreign : {}), [format]: said } }
}

/** A part that ours have no block for: it passes whole, as a block of a type that nobody sends. */
export function wrapPart(part: unknown, format: ForeignFormat, at: number): SaidOther {
  return { kind: 'other', at, rest: {}, block: { type: `unknown:${format}`, part } }
}

/** The part that such a block holds; undefined for every other block. */
export function unwrapPart(block: SaidOther['block'], format: ForeignFormat): SaidFields | undefined {
  return block.type === `unknown:${format}` && 'part' in block && isObject(block.part)
    ? block.part
    : undefined
}

/** A message of a voice that ours do not have passes whole, as a system turn that nobody sends. */
export function wrapMessage(
  message: SaidFields,
  {
    format,
    place,
    report,
  }: { readonly format: ForeignFormat; readonly place: LossPlace; readonly report: ReportLoss },
): SaidMessage {
  report(place, { rule: 'no-voice', action: 'carried', detail: `It is of the role ${String(message.role)}.` })
  const whole: SaidOther = {
    ...{ kind: 'other', at: 0, rest: {} },
    block: { type: `unknown:${format}`, whole: message },
  }
  return { role: 'system', blocks: [whole], isText: false, envelope: {}, place }
}

/** The message that such a turn holds; undefined for every other one. */
export function unwrapMessage({ blocks }: SaidMessage, format: ForeignFormat): SaidFields | undefined {
  const [first] = blocks
  if (blocks.length !== 1 || first?.kind !== 'other' || first.block.type !== `unknown:${format}`)
    return undefined
  return 'whole' in first.block && isObject(first.block.whole) ? first.block.whole : undefined
}

/** What a library's value has beside the fields that were read, kept for the way back. */
export function keepFields(
  value: SaidFields,
  read: readonly string[],
  format: ForeignFormat,
  more: SaidFields = {},
): SaidFields {
  return withForeign({}, format, { ...withoutFields(value, read), ...more })
}
