import { createCalendar } from './calendar.ts'
import type { CollectUsageOptions } from './collect-usage.ts'
import { gatherUsage, type UsageSurvey } from './gather-usage.ts'
import { toTallyItem } from './tally-item.ts'
import { createUsageFilter, isFiltering } from './usage-filter.ts'
import { createUsageTally, type UsageGroup, type UsageTable } from './usage-tally.ts'
import { createRunVisitor } from './visit-runs.ts'

export type ReportUsageOptions = Omit<CollectUsageOptions, 'hasTools'> & { readonly by: UsageGroup }

export type ReportedUsage = UsageSurvey & { readonly table: UsageTable }

/** What `collectUsage` and `computeUsageReport` give together, without making anything of the single answers. */
export async function reportUsage(options: ReportUsageOptions): Promise<ReportedUsage> {
  const calendar = createCalendar(options.timeZone)
  const { book, survey } = await gatherUsage(options, calendar)
  const tally = createUsageTally(options.by, calendar)
  if (isFiltering(options)) {
    for (const answer of book.answers().filter(createUsageFilter(options, calendar)))
      tally.add(toTallyItem(answer))
  } else
    book.visit({
      onFile: createRunVisitor(tally.add),
      onAnswer: answer => tally.add(toTallyItem(answer)),
    })
  return { ...survey, table: tally.table() }
}
