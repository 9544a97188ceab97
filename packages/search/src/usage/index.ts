export { type Calendar, createCalendar, monthOf, weekOf } from './calendar.ts'
export { chooseReadingThreads } from './choose-reading-threads.ts'
export {
  type CollectedUsage,
  type CollectUsageOptions,
  collectUsage,
  type ReportedUsage,
  type ReportUsageOptions,
  reportUsage,
} from './collect-usage.ts'
export {
  type CacheBreak,
  type CacheBreakReason,
  type CacheBreakReport,
  type CachedRequest,
  type CacheThread,
  type CacheThreads,
  computeCacheBreaks,
  createCacheThreads,
  type ReadCacheBreaksOptions,
  readCacheBreaks,
} from './compute-cache-breaks.ts'
export {
  type Compaction,
  type ContextDetail,
  type ContextHistory,
  type ContextHistoryOptions,
  type ContextPoint,
  computeContextHistory,
  followContext,
} from './compute-context-history.ts'
export { computeToolReport, type ToolReport, type ToolRow } from './compute-tool-report.ts'
export type { ThreadPolicy, UsageProgress, UsageSurvey } from './gather-usage.ts'
export type { SessionAnswer, SessionToolCall } from './session-answer.ts'
export { type CacheState, findUsageCache } from './usage-cache.ts'
export { createUsageFilter, type UsageFilter } from './usage-filter.ts'
export type { UsageProblem } from './usage-problem.ts'
export type { TokenCounts, UsageTotal } from './usage-tally.ts'
export {
  computeUsageReport,
  computeUsageTotal,
  USAGE_GROUPS,
  type UsageGroup,
  type UsageReportOptions,
  type UsageRow,
  type UsageTable,
} from './usage-tally.ts'
