import { createCalendar } from './calendar.ts'
import { gatherUsage, type ThreadPolicy, type UsageProgress, type UsageSurvey } from './gather-usage.ts'
import type { SessionAnswer, SessionToolCall } from './session-answer.ts'
import { createUsageFilter, isFiltering, type UsageFilter } from './usage-filter.ts'
import { createUsageTally, type UsageGroup, type UsageTable } from './usage-tally.ts'

export type CollectUsageOptions = UsageFilter & {
  readonly roots: readonly string[]
  /** False for a file that must not be read; all are unless told. */
  readonly isIncluded?: (path: string) => boolean
  /** The folder of the cache; without it every file is read. */
  readonly cache?: string | null
  /** Also which tools were called and how large their results are; that takes longer. */
  readonly hasTools?: boolean
  /** In which days `since` and `until` are told; the machine's own unless told. */
  readonly timeZone?: string
  /** How many threads read beside this one; none unless told. */
  readonly threads?: ThreadPolicy
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: UsageProgress) => void
}

export type CollectedUsage = UsageSurvey & {
  /** Each answer once. */
  readonly answers: readonly SessionAnswer[]
  /** Each call once; null where nobody asked. */
  readonly calls: readonly SessionToolCall[] | null
}

/** Counts what every session and subagent below the roots used. Rejects with the signal's reason when it is aborted. */
export async function collectUsage(options: CollectUsageOptions): Promise<CollectedUsage> {
  const calendar = createCalendar(options.timeZone)
  const { book, survey } = await gatherUsage(options, calendar)
  const matches = createUsageFilter(options, calendar)
  return {
    ...survey,
    answers: book.answers().filter(matches),
    calls: options.hasTools ? book.calls().filter(matches) : null,
  }
}

export type ReportUsageOptions = Omit<CollectUsageOptions, 'hasTools'> & { readonly by: UsageGroup }

export type ReportedUsage = UsageSurvey & { readonly table: UsageTable }

/** What `collectUsage` and `computeUsageReport` give together, without making anything of the single answers. */
export async function reportUsage(options: ReportUsageOptions): Promise<ReportedUsage> {
  const calendar = createCalendar(options.timeZone)
  const { book, survey } = await gatherUsage(options, calendar)
  const tally = createUsageTally(options.by, calendar)
  if (isFiltering(options)) tally.addAnswers(book.answers().filter(createUsageFilter(options, calendar)))
  else book.tellItems(tally.add)
  return { ...survey, table: tally.table() }
}
