export {
  type CachedRequest,
  type CacheThread,
  type CacheThreads,
  createCacheThreads,
} from './cache-thread.ts'
export { type Calendar, createCalendar, monthOf, weekOf } from './calendar.ts'
export {
  type CollectedUsage,
  type CollectUsageOptions,
  collectUsage,
  type UsageProgress,
} from './collect-usage.ts'
export {
  type CacheBreak,
  type CacheBreakReason,
  type CacheBreakReport,
  computeCacheBreaks,
} from './compute-cache-breaks.ts'
export {
  type Compaction,
  type ContextDetail,
  type ContextHistory,
  type ContextHistoryOptions,
  type ContextPoint,
  computeContextHistory,
} from './compute-context-history.ts'
export { computeToolReport, type ToolReport, type ToolRow } from './compute-tool-report.ts'
export {
  computeUsageReport,
  computeUsageTotal,
  type TokenCounts,
  USAGE_GROUPS,
  type UsageGroup,
  type UsageReportOptions,
  type UsageRow,
  type UsageTable,
  type UsageTotal,
} from './compute-usage-report.ts'
export { type ReadCacheBreaksOptions, readCacheBreaks } from './read-cache-breaks.ts'
export type { SessionAnswer, SessionToolCall } from './session-answer.ts'
export { findUsageCache } from './usage-cache.ts'
export type { UsageFilter } from './usage-filter.ts'
export type { UsageProblem } from './usage-problem.ts'
