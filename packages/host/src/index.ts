export {
  type AccessList,
  createAccessReader,
  keepAccessPerson,
  readAccessList,
  toAccessPath,
} from './access/access-file.ts'
export {
  ACCESS_ROLES,
  type AccessPerson,
  type AccessRole,
  findAccessEnd,
  isPersonName,
} from './access/access-person.ts'
export { createAccessToken, hashAccessToken, isTokenOf } from './access/access-token.ts'
export {
  type AuditAction,
  type AuditRecord,
  appendAuditRecord,
  readAuditRecords,
  toAuditPath,
} from './access/audit-log.ts'
export { noteAtTerminal, noteStoreAction, type TerminalAction } from './access/note-at-terminal.ts'
export type { AgentFlags } from './agent/agent-flags.ts'
export { findLastSession, type SessionPlaceName } from './agent/choose-session.ts'
export { type Agent, type AgentOptions, type AgentPermissions, createAgent } from './agent/create-agent.ts'
export { type OwnProvider, readOwnProvider } from './agent/read-own-provider.ts'
export { isPermissionUpdate } from './agent/read-permission-answer.ts'
export { toSettingsChoice } from './agent/to-settings-choice.ts'
export {
  findAgentsFolder,
  findReadingRoots,
  type ReadingRoots,
  type ReadingRootsOptions,
} from './agents/find-reading-roots.ts'
export { keepAgentsFresh } from './agents/keep-agents-fresh.ts'
export { keepViewFresh, prepareViewRoots } from './agents/keep-view-fresh.ts'
export { type ArchivePlace, findArchive } from './archive/archive-place.ts'
export { type ArchiveView, readNewest, toViewRoot } from './archive/archive-view.ts'
export { type FindSweepOptions, findSweep, type Sweep } from './archive/find-sweep.ts'
export { noteDeletion } from './archive/note-deletion.ts'
export {
  type ArchiveRun,
  countDue,
  prunePersonArchive,
  type RunArchiveOptions,
  runArchive,
  type SeenSession,
} from './archive/run-archive.ts'
export {
  type AgentOwner,
  type AgentPresence,
  type AgentStanding,
  type ChatAgent,
  HELD,
  type OpenAgentFor,
} from './chat/chat-agent.ts'
export { composePrompt, type WrittenPrompt } from './chat/compose-prompt.ts'
export { type AcpProgram, findAcpProgram, listAcpPrograms } from './client/acp-program.ts'
export { type AgentStart, toAgentArguments } from './client/agent-arguments.ts'
export {
  type AgentClient,
  type AgentClientOptions,
  createAgentClient,
  type PromptFields,
} from './client/agent-client.ts'
export { type AgentExit, type AgentPipe, type SpawnAgentOptions, spawnAgent } from './client/agent-pipe.ts'
export { findClaude, type InstalledClaude, type ProgramSurroundings } from './client/find-claude.ts'
export {
  askToRewindFiles,
  CANNOT_REWIND,
  canPreviewRewind,
  type RewindQuestion,
} from './client/rewind-files.ts'
export {
  type ConvertStoredOptions,
  convertStoredSession,
  type StoredConversion,
} from './convert/convert-stored-session.ts'
export { type FeedReplicaOptions, feedReplica } from './fleet/feed-replica.ts'
export {
  findStoreFolder,
  findStoreUrl,
  openPersonCare,
  openPersonStore,
  type PersonStore,
  type PersonStoreOptions,
  STORE_VARIABLE,
  toStoreProblem,
  withPersonStore,
} from './fleet/person-store.ts'
export { COPY_VARIABLE } from './fleet/plan-replica.ts'
export { type PullOptions, type PullOutcome, pullLog } from './fleet/pull-log.ts'
export { type PulledFile, pullSession } from './fleet/pull-session.ts'
export {
  findReplica,
  findReplicaKey,
  findStoredSession,
  type Refreshed,
  type RefreshOptions,
  refreshReplica,
} from './fleet/replica.ts'
export { deliverLeftSpools, describeLeftSession, type LeftSession } from './fleet/spool/left-spools.ts'
export type { StoreNews } from './fleet/spool/spooled-store.ts'
export { openStoreCopy, type StoreCopy, type StoreCopyState } from './fleet/store-copy.ts'
export {
  findStoreKind,
  hideStoreSecrets,
  type OpenStoreOptions,
  STORE_EXAMPLE,
  type StoreKind,
} from './fleet/store-kind.ts'
export type { RedactedPlace } from './fleet/sync-redacted-log.ts'
export { type SyncReport, type SyncRootsOptions, syncRoots } from './fleet/sync-roots.ts'
export { tellWeaknesses } from './fleet/tell-weaknesses.ts'
export type { HostCommands } from './headless/commands/create-host-commands.ts'
export { listModels } from './headless/controls/list-models.ts'
export { scorePath } from './headless/controls/score-path.ts'
export { createHeadlessProgram, type HeadlessProgram } from './headless/headless-program.ts'
export type { HeadlessFlags, HeadlessSession } from './headless/headless-session.ts'
export { createHost, type Host, longestHostLine } from './headless/host.ts'
export {
  type HostAnswer,
  type HostFrame,
  type HostPrompt,
  type HostRequest,
  readHostFrames,
  toHostFrame,
} from './headless/host-frame.ts'
export { createHostOutput, encodeHostEvent, type OutputFormat } from './headless/host-output.ts'
export { createPresence, type Presence } from './headless/presence.ts'
export { welcomeBack } from './headless/welcome-back.ts'
export { type FoundSession, findSession, SESSION_ARGUMENT } from './input/find-session.ts'
export { findSubagentFiles } from './input/find-subagent-files.ts'
export { formatDamage, formatLogRepairs } from './input/format-damage.ts'
export { type InputIo, inputName, openInput, STDIN } from './input/open-input.ts'
export { type ReadExport, type ReadExportOptions, readExportSource } from './input/read-export-source.ts'
export { type LoadedSession, readSession } from './input/read-session.ts'
export { viewSession } from './input/view-session.ts'
export { homeOf, type Io, type Output, type Pager } from './io.ts'
export { findConfigFolder } from './person/config-folder.ts'
export { DEFAULT_SETTINGS, type PersonSettings } from './person/default-settings.ts'
export { findPersonRoots } from './person/find-person-roots.ts'
export { openMcpLogins } from './person/mcp-logins.ts'
export {
  ARCHIVE_REFUSAL,
  COPY_REFUSAL,
  isArchiveRoot,
  refuseCopy,
  refuseToGoOn,
} from './person/refuse-copy.ts'
export {
  type NamingStore,
  type Refused,
  renameSession,
  type SessionAddress,
  toSessionTitle,
} from './person/rename-session.ts'
export {
  changeMarks,
  type MarkedSessions,
  NO_MARKS,
  readMarks,
  type SessionMarks,
  toMarksPath,
  toTag,
} from './person/session-marks.ts'
export {
  changeSettings,
  readSettingsFile,
  type SettingsReport,
  toSettingsPath,
} from './person/settings-file.ts'
export { changeTextFile, readTextFile, type TextOutcome } from './person/text-file.ts'
export {
  listTrash,
  purgeTrash,
  restoreSession,
  type TrashedSession,
  toTrashFolder,
  trashSession,
} from './person/trash.ts'
export {
  EXIT_CODES,
  type ExitCode,
  exitCodeOf,
  ProgramError,
  type ProgramErrorCode,
} from './program-error.ts'
export { createScheduleFile, toScheduleRoot } from './schedule/schedule-file.ts'
export { cancelTask, createSessionSchedule } from './schedule/session-schedule.ts'
export type { Workspace } from './suggestions/workspace.ts'
export { type ExportOtlpOptions, exportOtlp } from './telemetry/export-otlp.ts'
export type { FleetMeters, FleetMetricName, MeterReading } from './telemetry/fleet-meters.ts'
export {
  readResource,
  readTelemetrySettings,
  type TelemetryEnvironment,
  type TelemetrySettings,
  type TelemetrySignal,
} from './telemetry/telemetry-settings.ts'
export { COMPATIBLE_VERSION, readVersion } from './version.ts'
