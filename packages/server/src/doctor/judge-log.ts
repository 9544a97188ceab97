import {
  DEFECT_EXPLANATIONS,
  type Defect,
  diagnose,
  isWorthRepair,
  judgeDiagnosis,
} from '@antiphon/transcript'
import { MAX_SERVED_BYTES, readLogBytes } from '../logs/read-log-bytes.ts'
import type { VerdictRow } from '../protocol/doctor-protocol.ts'

/** How a log is, in a word and some numbers. */
export type Judgement = Pick<VerdictRow, 'verdict' | 'findings' | 'fixable' | 'first' | 'problem'>

export async function judgeLog(path: string): Promise<Judgement> {
  const read = await readLogBytes(path, MAX_GLANCE_BYTES).catch(() => null)
  if (read === null) return { ...UNEXAMINED, problem: 'unreadable' }
  if ('size' in read && read.size <= MAX_SERVED_BYTES) return { ...UNEXAMINED, problem: 'large' }
  if ('size' in read) return { ...UNEXAMINED, problem: 'too-large' }
  const diagnosis = diagnose(read.bytes)
  const { defects, counts } = diagnosis
  const fixable = defects.filter(({ isFixable }) => isFixable).length
  const worst = defects.toSorted((one, other) => weigh(one) - weigh(other))[0]
  return {
    verdict: judgeDiagnosis(diagnosis),
    findings: defects.length,
    fixable,
    first: worst
      ? { kind: worst.kind, label: DEFECT_EXPLANATIONS[worst.kind].label, count: counts[worst.kind] ?? 0 }
      : null,
    problem: null,
  }
}

/** What a repair settles first, then what does harm, then notes. */
function weigh({ harm, isFixable }: Pick<Defect, 'harm' | 'isFixable'>): number {
  if (isWorthRepair({ harm, isFixable })) return 0
  return harm === null ? 2 : 1
}

/** A large log takes seconds, and all others wait for their verdicts: it is examined when somebody asks for it. */
const MAX_GLANCE_BYTES = 16 * 1024 * 1024

/** Nothing is known of it. */
export const UNEXAMINED: Omit<Judgement, 'problem'> = {
  verdict: 'unexamined',
  findings: 0,
  fixable: 0,
  first: null,
}
