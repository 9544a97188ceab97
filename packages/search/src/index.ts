export { findCacheFolder } from './cache-file.ts'
export { type CountCache, createCountCache } from './counts/count-cache.ts'
export { type CountedFile, countFile } from './counts/count-file.ts'
export {
  DOCUMENT_ROLES,
  type DocumentRole,
  FIELD_KINDS,
  type SearchDocument,
  type SearchField,
  type SearchFieldKind,
} from './document/read-document.ts'
export { type FileHit, type FindInFileOptions, findInFile } from './find/find-in-file.ts'
export type { Hit, Snippet } from './find/hit.ts'
export type { SearchStatus } from './find/open-search.ts'
export {
  type OpenSearchOptions,
  openSearch,
  type Search,
  type SearchOptions,
} from './find/open-search.ts'
export type { IndexOptions, IndexProgress, UpdateOutcome } from './index-files/update-index.ts'
export { matchesQuery } from './query/matches-query.ts'
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
export * from './usage/index.ts'
export { NODE_BYTE_TEXT } from './usage/node-byte-text.ts'
