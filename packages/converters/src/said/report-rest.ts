import type { ReportLoss } from '../loss.ts'
import { isEmpty } from './fields.ts'
import { type ForeignFormat, splitForeign } from './foreign.ts'
import type { SaidBlock, SaidFields, SaidMessage } from './said.ts'

/** The fields that the other side once had in a block; those of ours have no place there and are reported. */
export function takeTheirs(
  block: SaidBlock,
  { place }: SaidMessage,
  { format, report, taken = [] }: TakeOptions,
): SaidFields {
  const { theirs, ours } = splitForeign(block.rest, format)
  const lost = Object.keys(ours).filter(name => !taken.includes(name))
  if (lost.length > 0)
    report(place, {
      ...{ rule: 'block-field', action: 'trimmed', block: block.at },
      detail: `It has no place for ${lost.join(', ')}.`,
    })
  return theirs
}

type TakeOptions = {
  readonly format: ForeignFormat
  readonly report: ReportLoss
  /** SaidFields that stand in a place of their own. */
  readonly taken?: readonly string[]
}

/** What the other side once had beside a message; what of ours stands there has no place and is reported. */
export function takeEnvelope(
  { envelope, place }: SaidMessage,
  format: ForeignFormat,
  report: ReportLoss,
): SaidFields {
  const { theirs, ours } = splitForeign(envelope, format)
  if (!isEmpty(ours))
    report(place, {
      ...{ rule: 'envelope', action: 'trimmed' },
      detail: `It has no place for ${Object.keys(ours).join(', ')}.`,
    })
  return theirs
}
