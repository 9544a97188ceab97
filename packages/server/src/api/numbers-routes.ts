import { createCalendar } from '@antiphon/search'
import { type Refusal, refuse } from '../guard/refusal.ts'
import type { FoundLog } from '../logs/find-log.ts'
import { decodeLogId } from '../logs/log-id.ts'
import { type NumbersReportOptions, toSubject } from '../numbers/compute-numbers-report.ts'
import type { ReferencesQuestion } from '../protocol/numbers-protocol.ts'
import type { LogNumbers } from '../reports/log-numbers.ts'
import type { Answers } from './answers.ts'
import { refuseLog } from './refuse-log.ts'
import { withLog } from './with-log.ts'

export type NumbersRoutesOptions = { readonly roots: readonly string[]; readonly numbers: LogNumbers }

/** What was used, in a period or by a session, told while it is counted. */
export function addNumbersRoutes(answers: Answers, { roots, numbers }: NumbersRoutesOptions): void {
  answers.lines('numbers', ({ by, stack, ...asked }, { signal }) => {
    const period = readPeriod(asked, roots)
    return 'status' in period ? period : numbers.report({ by, stack, ...period }, signal)
  })
  answers.lines('numbers/references', (asked, { signal }) => {
    const period = readPeriod(asked, roots)
    return 'status' in period ? period : numbers.references(period, signal)
  })
  answers.lines('numbers/context', (question, { signal }) =>
    withMeasurable(question, log => numbers.context(log, signal)),
  )
  answers.lines('numbers/cache-breaks', (question, { signal }) =>
    withMeasurable(question, log => numbers.cacheBreaks(log, signal)),
  )
  answers.lines('numbers/sessions', (_, { signal }) => numbers.costs(signal))

  function withMeasurable<Answer>(
    question: { readonly session: string },
    answer: (log: FoundLog) => Answer,
  ): Promise<Answer | Refusal> {
    return withLog(question, roots, async log => (await refuseLog(log.path)) ?? answer(log))
  }
}

type Period = Omit<NumbersReportOptions['question'], 'by' | 'stack'>

/** A question of the page, as the logs have names for its session. */
function readPeriod({ session, ...asked }: ReferencesQuestion, roots: readonly string[]): Period | Refusal {
  if (!isTimeZone(asked.timezone)) return refuse(400, 'Nobody knows that time zone.')
  if (session === undefined) return asked
  const name = decodeLogId(session, roots)
  return name ? { ...asked, subject: toSubject(name.key) } : refuse(400, 'There is no such session.')
}

function isTimeZone(text: string | undefined): boolean {
  try {
    createCalendar(text)
    return true
  } catch {
    return false
  }
}
