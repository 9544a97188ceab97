export { type CountCache, createCountCache } from './counts/count-cache.ts'
export { type CountedFile, countFile } from './counts/count-file.ts'
export { HIT_KINDS, type HitKind, hitKindOf } from './document/hit-kind.ts'
export {
  DOCUMENT_ROLES,
  type DocumentRole,
  FIELD_KINDS,
  type SearchDocument,
  type SearchField,
  type SearchFieldKind,
} from './document/read-document.ts'
export type { SearchStatus } from './find/compute-status.ts'
export type { Snippet } from './find/create-snippet.ts'
export { type FileHit, type FindInFileOptions, findInFile } from './find/find-in-file.ts'
export type { FoldNews } from './find/fold-as-found.ts'
export type { HitOrder, KindCounts, RankedHit, SessionHits } from './find/fold-found.ts'
export type { Hit } from './find/hit.ts'
export {
  type FoldSearchOptions,
  type IndexElsewhere,
  type OpenSearchOptions,
  openSearch,
  type Search,
  type SearchOptions,
  type SessionSearchOptions,
} from './find/open-search.ts'
export { type RetellHitOptions, retellHit } from './find/retell-hit.ts'
export { type ScoredSession, scoreSession } from './find/score-hit.ts'
export { findCacheFolder } from './find-cache-folder.ts'
export type { IndexOptions, IndexProgress, UpdateOutcome } from './index-files/update-index.ts'
export { holdsWords, matchesQuery } from './query/matches-query.ts'
export { type ParsedQuery, type ParseQueryOptions, parseDate, parseQuery } from './query/parse-query.ts'
export type { QueryFilters, QueryPart, SearchQuery } from './query/search-query.ts'
export {
  type AttachedPrompt,
  computeReferenceReport,
  type ReferenceCount,
  type ReferenceReport,
  type ReferenceRow,
} from './references/compute-reference-report.ts'
export { SearchError, type SearchErrorCode } from './search-error.ts'
export { type RunJob, type RunJobsOptions, runJobs, serveJobs, startThread } from './threads.ts'
export * from './usage/index.ts'
