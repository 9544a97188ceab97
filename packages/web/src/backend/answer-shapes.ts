import type { ApiRequest } from '@antiphon/core'
import type { About } from './about-backend.ts'
import type {
  ChatChoices,
  ChatEvent,
  ChatOffer,
  ContextSuggestion,
  OpenChat,
  RunningAgent,
} from './chat-backend.ts'
import type { DoctorNews, MendOutcome, SessionReport } from './doctor-backend.ts'
import type {
  FollowedEvent,
  Page,
  SearchHit,
  SearchProgress,
  SessionChange,
  SessionRow,
} from './log-backend.ts'
import type { ModelView } from './model-backend.ts'
import type {
  BreakReport,
  ContextReport,
  NumbersReport,
  ReferencesReport,
  SessionCost,
  Told,
} from './numbers-backend.ts'
import type { BranchPlace, FoundPlace, Outline } from './outline.ts'
import { type Guard, hasFields, isListOf, isOneOf } from './shape.ts'
import type { ToolTrace } from './tool-trace.ts'

// A field that a type gains or loses breaks the build here.

export const isAbout: Guard<About> = hasFields({ version: 'string', hasExamples: 'boolean' })

export const isSessionRow: Guard<SessionRow> = hasFields({
  id: 'string',
  sessionId: 'string',
  title: 'string',
  firstPrompt: 'string or null',
  lastPrompt: 'string or null',
  cwd: 'string or null',
  gitBranch: 'string or null',
  startedAt: 'string or null',
  changedAt: 'string',
  bytes: 'number',
  messages: 'number or null',
  isLive: 'boolean',
  problem: 'string or null',
})

export const isSessionChange: Guard<SessionChange> = isOneOf<SessionChange, 'kind'>('kind', {
  changed: { row: 'object' },
  gone: { id: 'string' },
  agents: { agents: 'list' },
})

export const isPage: Guard<Page> = hasFields({
  entries: 'list',
  from: 'number',
  to: 'number',
  end: 'number',
  agentIds: 'list',
})

export const isFollowedEvent: Guard<FollowedEvent> = isOneOf<FollowedEvent, 'kind'>('kind', {
  entry: { placed: 'object' },
  restart: {},
  damage: { seq: 'number', next: 'number' },
})

export const isOutline: Guard<Outline> = hasFields({
  end: 'number',
  messages: 'number',
  stretches: 'object',
  marks: 'list',
  branches: 'list',
  hiddenBranches: 'number',
})

export const isBranchPlace: Guard<BranchPlace> = hasFields({ uuid: 'string or null', seq: 'number or null' })

export const isFoundPlace: Guard<FoundPlace> = hasFields({
  seq: 'number',
  uuid: 'string or null',
  kind: 'string',
})

export const isSearchHit: Guard<SearchHit> = hasFields({
  row: 'object',
  seq: 'number',
  uuid: 'string or null',
  kind: 'string',
  at: 'string or null',
  snippet: 'string',
  marks: 'list',
})

export const isSearchProgress: Guard<SearchProgress> = hasFields({
  indexedBytes: 'number',
  sourceBytes: 'number',
  isIndexing: 'boolean',
})

export const isDoctorNews: Guard<DoctorNews> = isOneOf<DoctorNews, 'kind'>('kind', {
  plan: { files: 'number' },
  verdict: { row: 'object' },
})

export const isSessionReport: Guard<SessionReport> = isOneOf<SessionReport, 'kind'>('kind', {
  'too-large': { title: 'string', file: 'string', bytes: 'number', limit: 'number' },
  report: {
    title: 'string',
    file: 'string',
    fingerprint: 'string',
    verdict: 'string',
    bytes: 'number',
    lines: 'number',
    entries: 'number',
    findings: 'list',
    resume: 'object',
    changeCount: 'number',
    changes: 'list',
    writer: 'string or null',
  },
})

export const isMendOutcome: Guard<MendOutcome> = isOneOf<MendOutcome, 'status'>('status', {
  unchanged: {},
  fixed: { file: 'string', backup: 'string', changeCount: 'number' },
})

export const isModelView: Guard<ModelView> = hasFields({
  log: 'string',
  model: 'string',
  unknownModel: 'string or null',
  stored: 'number',
  isCompacted: 'boolean',
  messages: 'list',
  from: 'number',
  to: 'number',
  total: 'number',
  repairs: 'list',
  strayRepairs: 'list',
  unsent: 'list',
  violations: 'list',
  violationCount: 'number',
  trial: 'object or null',
})

export const isApiRequest: Guard<ApiRequest> = hasFields({
  model: 'string',
  max_tokens: 'number',
  messages: 'list',
})

export const isToolTrace: Guard<ToolTrace> = hasFields({
  id: 'string',
  tool: 'string or null',
  call: 'object or null',
  results: 'list',
  steps: 'list',
  requests: 'list',
  runs: 'list',
  next: 'object',
  fates: 'list',
})

const isNumbersReport: Guard<NumbersReport> = hasFields({
  by: 'string',
  timeZone: 'string',
  pricesAsOf: 'string',
  total: 'object',
  rows: 'list',
  tools: 'list or null',
  series: 'object',
  files: 'object',
  problems: 'object',
  isCacheWritten: 'boolean',
})

const isReferencesReport: Guard<ReferencesReport> = hasFields({
  times: 'number',
  things: 'number',
  prompts: 'number',
  rows: 'list',
})

const isContextReport: Guard<ContextReport> = hasFields({
  answers: 'number',
  points: 'list',
  compactions: 'list',
})

const isBreakReport: Guard<BreakReport> = hasFields({
  breaks: 'list',
  count: 'number',
  requests: 'number',
  resentTokens: 'number',
  extraUsd: 'number',
  isCostKnown: 'boolean',
  problems: 'object',
})

export const isToldNumbers: Guard<Told<NumbersReport>> = isTold(isNumbersReport)
export const isToldReferences: Guard<Told<ReferencesReport>> = isTold(isReferencesReport)
export const isToldContext: Guard<Told<ContextReport>> = isTold(isContextReport)
export const isToldBreaks: Guard<Told<BreakReport>> = isTold(isBreakReport)

export const isSessionCost: Guard<SessionCost> = hasFields({
  id: 'string',
  costUsd: 'number',
  isCostKnown: 'boolean',
  costUsdAtLeast: 'number',
})

export const isChatChoices: Guard<ChatChoices> = hasFields({
  models: 'list',
  permissionModes: 'list',
  folders: 'list',
  isDemo: 'boolean',
})

export const isChatOffer: Guard<ChatOffer> = hasFields({ cwd: 'string or null', problem: 'string or null' })

export const isRunningAgents: Guard<readonly RunningAgent[]> = isListOf(
  hasFields<RunningAgent>({ chat: 'string', session: 'string', state: 'string' }),
)

export const isOpenChat: Guard<OpenChat> = hasFields({
  chat: 'string',
  session: 'string',
  sessionId: 'string',
  cwd: 'string',
  model: 'string',
  permissionMode: 'string',
  isDemo: 'boolean',
  problems: 'list',
  queued: 'list',
  isHolding: 'boolean',
  commands: 'list',
  people: 'list',
  systemUser: 'string',
})

export const isChatEvent: Guard<ChatEvent> = hasFields({ seq: 'number', event: 'object' })

export const isContextSuggestions: Guard<readonly ContextSuggestion[]> = isListOf(
  hasFields<ContextSuggestion>({
    reference: 'object',
    content: 'string or null',
    label: 'string',
    detail: 'string or null',
  }),
)

function isTold<Report>(isReport: Guard<Report>): Guard<Told<Report>> {
  const isIt = isOneOf<Told<object>, 'kind'>('kind', {
    progress: { done: 'number', total: 'number' },
    report: { report: 'object' },
  })
  return (value): value is Told<Report> =>
    isIt(value) && (value.kind === 'progress' || isReport(value.report))
}
