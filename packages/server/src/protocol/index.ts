export type {
  AttachedContext,
  ChatChoices,
  ChatCommand,
  ChatEvent,
  ChatOffer,
  ChatPresence,
  ChatWish,
  ContextSuggestion,
  OpenChat,
  RunningAgent,
} from './chat-protocol.ts'
export type { Client } from './client.ts'
export type {
  ChangedLine,
  DefectFinding,
  DefectHarm,
  DefectPlace,
  DefectReport,
  DoctorNews,
  DoctorVerdict,
  MendOutcome,
  ResumeNumbers,
  SessionReport,
  TooLargeReport,
  VerdictRow,
} from './doctor-protocol.ts'
export type {
  FollowedEvent,
  LogClient,
  Page,
  PageRequest,
  PlacedEntry,
  SearchHit,
  SearchProgress,
  SessionChange,
  SessionRow,
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
  BreakReason,
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
  ReferencesReport,
  SessionCost,
  Told,
  ToolNumbers,
} from './numbers-protocol.ts'
export type { BranchPlace, FoundPlace, Outline, OutlineBranch, OutlineMark } from './outline.ts'
export { type Asked, isMisread, wordsOf } from './read-question.ts'
export {
  listAddresses,
  ROUTES,
  type RouteAnswer,
  type RoutePath,
  type RoutePathOf,
  type RouteQuestion,
} from './routes.ts'
