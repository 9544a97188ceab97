export {
  type ArchivedName,
  type ArchivedSession,
  type ArchivedVersion,
  listArchived,
  readArchived,
  removeArchived,
  toSessionFolder,
} from './archive/archive-folder.ts'
export type {
  ArchivedFile,
  ArchivedFileRole,
  ArchiveManifest,
  FrameName,
} from './archive/archive-manifest.ts'
export {
  type ArchivedOutcome,
  type ArchiveSessionOptions,
  type ArchiveSource,
  type ArchiveSourceFile,
  archiveSession,
  isSame,
} from './archive/archive-session.ts'
export { type CatalogueEntry, changeArchive, noteDeleted, readCatalogue } from './archive/catalogue.ts'
export {
  type ArchiveCheck,
  type CheckArchiveOptions,
  checkArchive,
  type DamagedVersion,
  setDamageAside,
  setManifestsAside,
} from './archive/check-archive.ts'
export { listFrames } from './archive/frame-files.ts'
export { type ArchivePruneOptions, type ArchivePruneReport, pruneArchive } from './archive/prune-archive.ts'
export {
  type ArchiveDamage,
  type ArchivedPiece,
  findDamage,
  readArchivedFile,
} from './archive/read-archived.ts'
export { type RestoredFile, type RestoreOptions, restoreFiles } from './archive/restore-archived.ts'
export { CONVERSION_TARGETS, type ConversionTarget } from './convert/conversion-target.ts'
export {
  type ConvertSessionOptions,
  convertSession,
  ORIGIN_RECORD,
  type SessionConversion,
  type SessionOrigin,
} from './convert/convert-session.ts'
export {
  SESSION_LOSS_RULES,
  type SessionLoss,
  type SessionLossAction,
  type SessionLossRule,
} from './convert/session-loss.ts'
export { type ConversionLogs, storeConversion } from './convert/store-conversion.ts'
export { discoverSessions, readSummaries } from './discover/discover-sessions.ts'
export type { DiscoveryProblem } from './discover/discovery-problem.ts'
export { createRepositoryFinder, type FindRepository, type Repository } from './discover/find-repository.ts'
export { findRoots, type Roots } from './discover/find-roots.ts'
export { countLogMessages } from './discover/line-chunks.ts'
export {
  type FoundSessionFiles,
  findSessionFiles,
  type ListedFile,
  type Listing,
  type ListSessionFilesOptions,
  listSessionFiles,
} from './discover/list-session-files.ts'
export { findLivingWriters } from './discover/living-writers.ts'
export { type ReadSummaryOptions, readSessionSummary } from './discover/read-session-summary.ts'
export { findAgent, type SessionAgent } from './discover/session-agent.ts'
export { findLastTime, isOneOff } from './discover/session-life.ts'
export type {
  DamagedStretch,
  SessionFile,
  SessionFileKind,
  SessionSummary,
  SessionTitle,
} from './discover/session-summary.ts'
export { sessionIdOf } from './discover/session-summary.ts'
export type { ShortChange } from './doctor/compute-doctor-report.ts'
export {
  computeDoctorReport,
  type DefectPlace,
  type DoctorFinding,
  type DoctorReport,
  type DoctorVerdict,
  isWorthRepair,
  judgeDiagnosis,
} from './doctor/compute-doctor-report.ts'
export type { ResumeSummary } from './doctor/compute-resume.ts'
export type { Defect, DefectKind, Harm, Severity } from './doctor/defect.ts'
export { type CheckUp, checkUp, type Diagnosis, diagnose } from './doctor/diagnose.ts'
export { DEFECT_EXPLANATIONS, type DefectExplanation } from './doctor/explain-defect.ts'
export {
  type FixFileOptions,
  type FixOutcome,
  type FixRefusal,
  fixFile,
  MAX_DOCTOR_BYTES,
} from './doctor/fix-file.ts'
export { findLeftovers, type Leftover, removeLeftover } from './doctor/leftovers.ts'
export {
  type LineChange,
  type LogRepairOutcome,
  repairLog,
} from './doctor/repair-log.ts'
export type { ExportedSubagent, ExportOptions, ExportSource } from './export/export-header.ts'
export {
  computeExportHeader,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportCounts,
  type ExportHeader,
} from './export/export-header.ts'
export { exportHtml, type HtmlOptions } from './export/export-html.ts'
export { exportJson } from './export/export-json.ts'
export { exportMarkdown, formatRedactions } from './export/export-markdown.ts'
export {
  exportTraining,
  type TrainingLine,
  type TrainingOutcome,
  type TrainingRefusal,
} from './export/export-training.ts'
export { findKnownModel } from './export/find-known-model.ts'
export { createRedactor, type RedactionCounts, type Redactor, type RedactorOptions } from './export/redact.ts'
export { createRedactionReport, type Redaction, type RedactionReport } from './export/redaction-report.ts'
export { withoutInvitation } from './export/without-invitation.ts'
export { withoutThinking } from './export/without-thinking.ts'
export { appendLine } from './file/append-line.ts'
export {
  acquireDriverLease,
  acquireLease,
  describeDistantHolder,
  findDistantHost,
  isDriven,
  isLeased,
  type Lease,
} from './file/lease.ts'
export { toLogPath, toPathBelow, toSessionKey } from './file/log-path.ts'
export { makeFolder } from './file/make-folder.ts'
export { moveToNew } from './file/move-to-new.ts'
export { waitForLease } from './file/wait-for-lease.ts'
export { createFileStore, type FileStoreOptions } from './file-store/file-store.ts'
export type {
  FleetCare,
  FleetReplication,
  FleetSize,
  FleetStatus,
  LogDefect,
  PruneOptions,
  PruneOutcome,
} from './fleet/fleet-care.ts'
export {
  BESIDE,
  type ChangedLogs,
  type FleetStore,
  isBeside,
  type LogBoundary,
  type LogHead,
  type LogTail,
} from './fleet/fleet-store.ts'
export {
  type Claim,
  type ClaimWish,
  type HeldLog,
  holdLogs,
  type Lines,
  type LogHolder,
  type LogKeeper,
  toEntryLines,
  toLines,
} from './fleet/hold-logs.ts'
export { findLogWriter, formatLogWriter, type LogWriter } from './fleet/log-writer.ts'
export { type StoredLine, toLineItem } from './fleet/stored-line.ts'
export { type FollowFileOptions, followFile } from './follow/follow-file.ts'
export type { FollowedItem, FollowLogsOptions } from './follow/follow-logs.ts'
export { type FollowTreeOptions, followSession, followTree } from './follow/follow-logs.ts'
export { readItemsBackwards } from './follow/read-items-backwards.ts'
export { readItemsForwards } from './follow/read-items-forwards.ts'
export { NODE_BYTE_TEXT } from './node-byte-text.ts'
export { createRecorder } from './record/create-recorder.ts'
export { type FlushOnExitOptions, flushOnExit } from './record/flush-on-exit.ts'
export type { LogPosition, Recorder, RecorderOptions, RecordOptions, TeamInfo } from './record/recorder.ts'
export { type ReadLiveTailOptions, readLiveTail } from './resume/read-live-tail.ts'
export { type ResumedSession, type ResumeOptions, resumeSession } from './resume/resume-session.ts'
export type {
  SessionStore,
  SessionStoreEntry,
  SessionStoreKey,
  SessionStoreListing,
} from './session-store/to-session-store.ts'
export { type SessionStoreOptions, toSessionStore } from './session-store/to-session-store.ts'
export { findMessageBefore } from './store/find-message-before.ts'
export { type ForkableStore, forkLog } from './store/fork-log.ts'
export { createMemoryHost, createMemoryStore, type MemoryHost } from './store/memory-store.ts'
export type { LiveTail, TailSource } from './store/read-tail.ts'
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
  SessionDraft,
  StoredDamage,
  StoredEntry,
  StoredItem,
  StoredLog,
  TranscriptStore,
} from './store/transcript-store.ts'
export { TranscriptError, type TranscriptErrorCode } from './transcript-error.ts'
