import type { Defect, DefectKind } from './defect.ts'
import type { NumberedLine } from './examine-log.ts'
import { DEFECT_EXPLANATIONS } from './explain-defect.ts'

export type DefectFields = {
  readonly kind: DefectKind
  readonly detail: string
  readonly uuid?: string | null
  /** Where it is; nowhere in particular without it. */
  readonly at?: Pick<NumberedLine, 'offset' | 'line'> | undefined
}

/** A defect with what its explanation says of all of its kind. */
export function createDefect({ kind, detail, uuid = null, at }: DefectFields): Defect {
  const { severity, harm, isFixable } = DEFECT_EXPLANATIONS[kind]
  const place = { offset: at?.offset ?? null, line: at?.line ?? null }
  return { kind, severity, harm, uuid, ...place, detail, isFixable }
}
