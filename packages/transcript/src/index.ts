export { createFileStore, type FileStoreOptions } from './file/file-store.ts'
export { toLogPath, toSessionKey } from './file/log-path.ts'
export { createMemoryStore } from './store/memory-store.ts'
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
