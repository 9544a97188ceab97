import { diagnose, judgeDiagnosis } from '@antiphon/transcript'
import type { VerdictRow } from '../protocol/doctor-protocol.ts'
import { MAX_SERVED_BYTES, readLogBytes } from './read-log-bytes.ts'

/** How a log is, in a word and some numbers. */
export type Judgement = Pick<VerdictRow, 'verdict' | 'counts' | 'fixable' | 'problem'>

export async function judgeLog(path: string): Promise<Judgement> {
  const read = await readLogBytes(path, MAX_GLANCE_BYTES).catch(() => null)
  if (read === null) return { ...UNEXAMINED, problem: 'unreadable' }
  if ('size' in read && read.size <= MAX_SERVED_BYTES) return { ...UNEXAMINED, problem: 'large' }
  if ('size' in read) return { ...UNEXAMINED, problem: 'too-large' }
  const diagnosis = diagnose(read.bytes)
  const { defects } = diagnosis
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { severity } of defects) counts[severity] += 1
  const fixable = defects.filter(({ isFixable }) => isFixable).length
  return { verdict: judgeDiagnosis(diagnosis), counts, fixable, problem: null }
}

/** A large log takes seconds, and all others wait for their verdicts: it is examined when somebody asks for it. */
const MAX_GLANCE_BYTES = 16 * 1024 * 1024

/** Nothing is known of it. */
export const UNEXAMINED: Omit<Judgement, 'problem'> = {
  verdict: 'unexamined',
  counts: { error: 0, warning: 0, note: 0 },
  fixable: 0,
}
