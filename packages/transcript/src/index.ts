export type { DiscoveryProblem } from './discover/discovery-problem.ts'
export { findRoots, type Roots } from './discover/find-roots.ts'
export { type FoundSessionFiles, findSessionFiles } from './discover/find-session-files.ts'
export type { SessionFile, SessionFileKind } from './discover/session-file.ts'
export { createFileStore, type FileStoreOptions } from './file/file-store.ts'
export { toLogPath, toSessionKey } from './file/log-path.ts'
export { createMemoryHost, createMemoryStore, type MemoryHost } from './store/memory-store.ts'
export {
  checkSessionKey,
  formatSessionKey,
  type SessionKey,
  toProjectKey,
  toSubagentKey,
} from './store/session-key.ts'
export type {
  Acknowledgement,
  AppendOptions,
  AppendOutcome,
  ConflictReason,
  FollowItem,
  FollowOptions,
  ForkOptions,
  ForkOutcome,
  ListFilter,
  ReadOptions,
  StoredDamage,
  StoredEntry,
  StoredItem,
  StoredLog,
  TranscriptStore,
} from './store/transcript-store.ts'
export { TranscriptError, type TranscriptErrorCode } from './transcript-error.ts'
