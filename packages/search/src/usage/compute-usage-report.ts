import { createCalendar } from './calendar.ts'
import type { SessionAnswer } from './session-answer.ts'
import { toTallyItem } from './tally-item.ts'
import { createUsageTally, type UsageGroup, type UsageTable } from './usage-tally.ts'
import { createTotal, type UsageTotal } from './usage-total.ts'

export type UsageReportOptions = { readonly by: UsageGroup; readonly timeZone?: string }

/** Adds answers up by what a person asks for. */
export function computeUsageReport(
  answers: readonly SessionAnswer[],
  { by, timeZone }: UsageReportOptions,
): UsageTable {
  const tally = createUsageTally(by, createCalendar(timeZone))
  for (const answer of answers) tally.add(toTallyItem(answer))
  return tally.table()
}

/** What answers come to. */
export function computeUsageTotal(answers: readonly SessionAnswer[]): UsageTotal {
  const total = createTotal()
  for (const answer of answers) total.add(toTallyItem(answer))
  return total.total()
}
