export type { CacheBreakReason as BreakReason, HitKind, HitOrder, KindCounts } from '@antiphon/search'
export type {
  Harm as DefectHarm,
  ResumeSummary as ResumeNumbers,
  ShortChange as ChangedLine,
} from '@antiphon/transcript'
export { readAnsweredFirst } from './answered-first.ts'
export type { ChangedFile, ChangesReport, SessionPatch } from './changes-protocol.ts'
export type {
  AgentChoice,
  AgentId,
  AttachedContext,
  AttachedImage,
  ChatChoices,
  ChatCommand,
  ChatEvent,
  ChatModel,
  ChatOffer,
  ChatPresence,
  ChatWish,
  ContextSuggestion,
  FileRewind,
  OpenChat,
  RunningAgent,
  SessionHolder,
} from './chat-protocol.ts'
export type {
  DefectFinding,
  DefectReport,
  DoctorNews,
  LogVerdict,
  MendOutcome,
  SessionReport,
  ShownPlace,
  TooLargeReport,
  VerdictRow,
} from './doctor-protocol.ts'
export type {
  HomeDay,
  HomeReport,
  HomeSum,
  LimitNotice,
  LimitWindow,
  SessionOutcome,
} from './home-protocol.ts'
export type {
  FollowedEvent,
  LogRequest,
  Page,
  PageRequest,
  PlacedEntry,
  SessionChange,
  SessionRow,
  StoreCopyState,
} from './log-protocol.ts'
export type {
  ModelMessage,
  ModelPlace,
  ModelRepair,
  ModelView,
  ModelViolation,
  RepairGroup,
  StoredPlace,
} from './model-protocol.ts'
export type {
  BreakReport,
  ContextAnswer,
  ContextPart,
  ContextReport,
  NumbersBar,
  NumbersBreak,
  NumbersGroup,
  NumbersProblems,
  NumbersQuestion,
  NumbersReport,
  NumbersRow,
  NumbersSeries,
  NumbersStack,
  NumbersTotal,
  ReferenceNumbers,
  ReferencesQuestion,
  ReferencesReport,
  ReportLine,
  SessionCost,
  ToolNumbers,
} from './numbers-protocol.ts'
export type { MarkRequest, RenameRequest, TrashedRow } from './organise-protocol.ts'
export type { BranchPlace, FoundPlace, Outline, OutlineBranch, OutlineMark } from './outline.ts'
export { type Asked, isMisread, wordsOf } from './read-question.ts'
export {
  type CallerRole,
  mayAsk,
  ROUTE_ACCESS,
  type RouteAccess,
  type RouteReach,
  type You,
} from './route-access.ts'
export {
  listAddresses,
  ROUTES,
  type RouteAnswer,
  type RoutePath,
  type RoutePathOf,
  type RouteQuestion,
} from './routes.ts'
export type {
  FoldLine,
  FoldTotals,
  FoundHit,
  FoundSessionRow,
  SearchHit,
  SearchProgress,
} from './search-protocol.ts'
export {
  DEFAULT_SETTINGS,
  type PersonSettings,
  type SettingsChange,
  type SettingsReport,
} from './settings-protocol.ts'
export { type Comparison, SHARE_FORMATS, type ShareFormat, type SharePreview } from './share-protocol.ts'
export type { OutlineTurn, TurnOutline } from './turn-outline.ts'
