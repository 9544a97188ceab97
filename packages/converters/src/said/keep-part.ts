import { isObject } from '@antiphon/contract'
import type { LossPlace, ReportLoss } from '../loss.ts'
import { type ForeignFormat, wrapPart } from './foreign.ts'
import type { SaidBlock } from './said.ts'

export type KeptPart = {
  readonly format: ForeignFormat
  readonly at: number
  readonly place: LossPlace
  readonly report: ReportLoss
}

/** Carries a part that there is no block for, and says so. */
export function keepPart(part: unknown, { format, at, place, report }: KeptPart): SaidBlock {
  const type = isObject(part) && typeof part.type === 'string' ? part.type : 'none'
  const detail = `There is no block for a part of the type ${type}.`
  report(place, { rule: 'block-kind', action: 'carried', block: at, detail })
  return wrapPart(part, format, at)
}
