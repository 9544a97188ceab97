import type { ApiRequest } from '@antiphon/contract'
import { type Entry, isEntry } from '@antiphon/core'
import type { ToldSession } from '@antiphon/core/compare'
import type { ToolTrace } from '@antiphon/core/inspect'
import type { SessionFile } from '@antiphon/core/turns'
import type { About } from './about-protocol.ts'
import { type ApiRoute, type BodyLimit, type Get, get, type Post, post, type RouteType } from './api-route.ts'
import type * as changes from './changes-protocol.ts'
import type * as chat from './chat-protocol.ts'
import {
  readChatPresence,
  readChatPrompt,
  readChatWish,
  readContextKind,
  readFrame,
} from './chat-questions.ts'
import type * as doctor from './doctor-protocol.ts'
import type * as home from './home-protocol.ts'
import type * as log from './log-protocol.ts'
import type * as model from './model-protocol.ts'
import type * as numbers from './numbers-protocol.ts'
import type * as organise from './organise-protocol.ts'
import { readMark, readSettingsChanges, readTags, readTitle } from './organise-protocol.ts'
import type * as outline from './outline.ts'
import {
  LOG,
  PERIOD,
  PLACE,
  readGroup,
  readHitOrder,
  readLimit,
  readNamed,
  readQuery,
  readShareFormat,
  readStack,
} from './questions.ts'
import {
  readOptionalPosition,
  readOptionalTextField,
  readPosition,
  readQuestionFields,
  readTextField,
} from './read-question.ts'
import type * as search from './search-protocol.ts'
import type { SettingsChange, SettingsReport } from './settings-protocol.ts'
import { hasFields, isListOf, isNothing, isUnionOf } from './shape.ts'
import type * as share from './share-protocol.ts'
import type { TurnOutline, TurnsQuestion } from './turn-outline.ts'

/** All that the page may ask of the server, by its path below `/api/`: the question, and what it is answered with. */
export type RouteTypes = {
  readonly login: Post<{ readonly token: string }>
  readonly about: Get<'value', Nothing, About>

  /** Every session, the newest first, as they are found. */
  readonly sessions: Get<'lines', Nothing, log.SessionRow>
  /** Gives it a name that Claude Code shows, too; refused while somebody else writes it. */
  readonly 'sessions/rename': Post<organise.RenameRequest, log.SessionRow>
  /** Star, tags and archive: the person's own, kept beside the logs. */
  readonly 'sessions/mark': Post<organise.MarkRequest, log.SessionRow>
  /** Moves it to the trash; refused while somebody writes it. */
  readonly 'sessions/delete': Post<{ readonly session: string }, organise.TrashedRow>
  readonly 'sessions/restore': Post<{ readonly trashed: string }, log.SessionRow>
  /** What can be had back, the newest first. */
  readonly 'sessions/trash': Get<'value', Nothing, readonly organise.TrashedRow[]>
  readonly settings: Get<'value', Nothing, SettingsReport>
  readonly 'settings/change': Post<SettingsChange, SettingsReport>
  /** Sessions that appear, change or go, and the agents that run for them: those of now first. */
  readonly changes: Get<'events', Nothing, log.SessionChange>
  /** A stretch of a log, in its order, up to `before` (its end unless told) or from `after` on. */
  readonly page: Get<'value', log.PageRequest, log.Page>
  /** Whole. */
  readonly entry: Get<'value', log.EntryRequest, Entry>
  /** As it is stored. */
  readonly line: Get<'bytes', log.EntryRequest, undefined>
  readonly follow: Get<'events', log.FollowRequest, log.FollowedEvent>
  readonly outline: Get<'value', log.LogRequest, outline.Outline>
  readonly turns: Get<'value', TurnsQuestion, TurnOutline>
  /** Where a branch stands before a position. */
  readonly 'branch-place': Get<'value', outline.BranchPlaceRequest, outline.BranchPlace>
  /** Every place of one log that says something, in its order, as they are found. */
  readonly find: Get<'lines', { readonly session: string; readonly q: string }, outline.FoundPlace>
  readonly search: Get<'lines', search.SearchQuestion, search.SearchHit>
  /** Every session that says something, with its best hits and exact numbers, as they are found. */
  readonly 'search/sessions': Get<'lines', search.FoldQuestion, search.FoldLine>
  /** The hits of one session behind those that are known. */
  readonly 'search/session': Get<'lines', search.SessionHitsQuestion, search.FoundHit>
  readonly 'search-status': Get<'value', Nothing, search.SearchProgress>

  /** Every log, the newest first: how many at first, then a verdict for each. */
  readonly doctor: Get<'lines', Nothing, doctor.DoctorNews>
  /** Its defects, what a resume would send, and what a fix would change; nothing is written. */
  readonly 'doctor/session': Get<'value', log.LogRequest, doctor.SessionReport>
  /** Refused where the log is no longer what was examined. */
  readonly 'doctor/mend': Post<doctor.MendRequest, doctor.MendOutcome>

  /** What a session made of files, those of its subagents included. */
  readonly files: Get<'value', { readonly session: string }, changes.ChangesReport>
  /** One of them with its lines, and the calls that made them. */
  readonly 'files/diff': Get<'value', changes.ChangedFileRequest, SessionFile>
  readonly 'files/patch': Get<'value', { readonly session: string }, changes.SessionPatch>

  /** The request at a place of a log: its last messages, or those before an earlier one. */
  readonly model: Get<'value', model.ModelRequest, model.ModelView>
  /** The same request, whole; refused where it is too large for a page. */
  readonly 'model/request': Get<'value', model.ModelPlace, ApiRequest>
  readonly 'model/trace': Get<'value', model.TraceRequest, ToolTrace>

  /** What was used lately, with how far the count is. */
  readonly home: Get<'lines', home.HomeQuestion, numbers.ReportLine<home.HomeReport>>
  /** How a session stands at its end, and what it changed. */
  readonly 'home/outcome': Get<'value', home.OutcomeQuestion, home.SessionOutcome>

  readonly numbers: Get<'lines', numbers.NumbersQuestion, numbers.ReportLine<numbers.NumbersReport>>
  readonly 'numbers/references': Get<
    'lines',
    numbers.ReferencesQuestion,
    numbers.ReportLine<numbers.ReferencesReport>
  >
  readonly 'numbers/context': Get<'lines', numbers.SessionQuestion, numbers.ReportLine<numbers.ContextReport>>
  readonly 'numbers/cache-breaks': Get<
    'lines',
    numbers.SessionQuestion,
    numbers.ReportLine<numbers.BreakReport>
  >
  readonly 'numbers/sessions': Get<'lines', Nothing, numbers.SessionCost>

  /** What would be taken out of a session that is handed on. */
  readonly 'share/preview': Get<'value', log.LogRequest, share.SharePreview>
  /** The session as a file, without its secrets. */
  readonly 'share/file': Get<'bytes', share.ShareFileRequest, undefined>
  /** A session in short, turn by turn. */
  readonly told: Get<'value', share.ToldRequest, ToldSession>
  /** Two sessions, or two branches, side by side. */
  readonly compare: Get<'value', share.CompareRequest, share.Comparison>

  readonly 'chat/choices': Get<'value', Nothing, chat.ChatChoices>
  /** The agents that can be talked to here, the installed one first. */
  readonly 'chat/agents': Get<'value', Nothing, readonly chat.AgentChoice[]>
  /** Whether a session can be gone on with, and what is in the way. */
  readonly 'chat/offer': Get<'value', { readonly session: string }, chat.ChatOffer>
  /** For those who hold no connection; `changes` tells the others. */
  readonly 'chat/running': Get<'value', Nothing, readonly chat.RunningAgent[]>
  readonly 'chat/state': Get<'value', chat.ChatName, chat.OpenChat>
  /** Starts an agent on a new or a stored session; where one runs for it already, it is the one. */
  readonly 'chat/open': Post<chat.ChatWish, chat.OpenChat>
  readonly 'chat/events': Get<'events', chat.ChatEventsQuestion, chat.ChatEvent>
  /** These are taken when they are answered. */
  readonly 'chat/prompt': Post<chat.ChatPrompt>
  readonly 'chat/control': Post<chat.ChatControl>
  readonly 'chat/presence': Post<chat.ChatPresence>
  readonly 'chat/release': Post<chat.ChatName>
  readonly 'chat/close': Post<chat.ChatName>
  readonly 'chat/context': Get<'value', chat.ContextQuestion, readonly chat.ContextSuggestion[]>
}

/** The route itself is the question. */
type Nothing = Readonly<Record<never, never>>

export type RoutePath = keyof RouteTypes
export type RouteQuestion<Path extends RoutePath> = RouteTypes[Path]['question']
export type RouteAnswer<Path extends RoutePath> = RouteTypes[Path]['answer']

/** The paths that are asked and answered in a way. */
export type RoutePathOf<Way extends Partial<RouteType>> = {
  [Path in RoutePath]: RouteTypes[Path] extends Way ? Path : never
}[RoutePath]

/** The addresses of all that is asked and answered in a way. */
export function listAddresses(way: Partial<Pick<RouteType, 'method' | 'kind'>>): ReadonlySet<string> {
  const routes = Object.entries(ROUTES).filter(
    ([, { method, kind }]) => method === (way.method ?? method) && kind === (way.kind ?? kind),
  )
  return new Set(routes.map(([path]) => `/api/${path}`))
}

const TOLD = { progress: { done: 'number', total: 'number' }, report: { report: 'object' } } as const
const SESSION = { session: readTextField }
const CHAT = { chat: readTextField }
const ENTRY = { ...LOG, seq: readPosition }
const fromTheFirst = (value: unknown): ReturnType<typeof readPosition> => readOptionalPosition(value) ?? 0
const isOpenChat = hasFields<chat.OpenChat>({
  problems: 'list',
  queued: 'list',
  commands: 'list',
  models: 'list',
  people: 'list',
})
const isRow = hasFields<log.SessionRow>({ id: 'string', title: 'string', changedAt: 'string', tags: 'list' })
const isTrashed = hasFields<organise.TrashedRow>({ trashed: 'string', title: 'string' })
const isSettingsReport = hasFields<SettingsReport>({ settings: 'object', problems: 'list' })
const SMALL: BodyLimit = { bytes: 65_536, words: 'That is too long.' }
/** A prompt of 4 MB with its frame around it. */
const PROMPT_LIMIT: BodyLimit = {
  bytes: 5 * 1024 * 1024,
  words: 'That is too long: a prompt with all that is attached may have 4 MB.',
}
/** The API takes 32 MB with the whole conversation. */
const IMAGES_LIMIT: BodyLimit = {
  bytes: 24 * 1024 * 1024,
  words: 'That is too long: a message with all that is attached may have 24 MB.',
}

/** Each with how its question is read and its answer checked. */
export const ROUTES: { readonly [Path in RoutePath]: ApiRoute<RouteTypes[Path]> } = {
  login: post(readQuestionFields({ token: readTextField }), isNothing, {
    bytes: 4096,
    words: 'That is too long for a token.',
  }),
  about: get('value', {}, hasFields({ version: 'string' })),

  sessions: get('lines', {}, isRow),
  'sessions/rename': post(readQuestionFields({ session: readTextField, title: readTitle }), isRow, SMALL),
  'sessions/mark': post(
    readQuestionFields({
      session: readTextField,
      isStarred: readMark,
      isArchived: readMark,
      tags: readTags,
    }),
    isRow,
    SMALL,
  ),
  'sessions/delete': post(readQuestionFields({ session: readTextField }), isTrashed, SMALL),
  'sessions/restore': post(readQuestionFields({ trashed: readTextField }), isRow, SMALL),
  'sessions/trash': get('value', {}, isListOf(isTrashed)),
  settings: get('value', {}, isSettingsReport),
  'settings/change': post(readQuestionFields({ changes: readSettingsChanges }), isSettingsReport, SMALL),
  changes: get(
    'events',
    {},
    isUnionOf('kind', {
      changed: { row: 'object' },
      gone: { id: 'string' },
      agents: { agents: 'list' },
      settings: { report: 'object' },
    }),
  ),
  page: get(
    'value',
    { ...LOG, before: readOptionalPosition, after: readOptionalPosition },
    hasFields({ entries: 'list', agentIds: 'list', from: 'number', to: 'number', end: 'number' }),
  ),
  entry: get('value', ENTRY, isEntry),
  line: get('bytes', ENTRY, isNothing),
  follow: get(
    'events',
    { ...LOG, from: fromTheFirst },
    isUnionOf('kind', { entry: { placed: 'object' }, restart: {}, damage: { next: 'number' } }),
  ),
  outline: get('value', LOG, hasFields({ stretches: 'object', marks: 'list', branches: 'list' })),
  turns: get(
    'value',
    { ...LOG, around: readOptionalPosition },
    hasFields({ end: 'number', turns: 'list', count: 'number', total: 'object', compactions: 'list' }),
  ),
  'branch-place': get(
    'value',
    {
      session: readTextField,
      leafUuid: value => readTextField(value).slice(0, 200),
      // The end of the log unless told.
      before: value => readOptionalPosition(value) ?? Number.MAX_SAFE_INTEGER,
    },
    hasFields({}),
  ),
  find: get('lines', { session: readTextField, q: readQuery }, hasFields({ seq: 'number', kind: 'string' })),
  search: get(
    'lines',
    { q: readQuery, limit: readLimit },
    hasFields({ row: 'object', seq: 'number', snippet: 'string', marks: 'list' }),
  ),
  'search/sessions': get(
    'lines',
    { q: readQuery, order: readHitOrder },
    isUnionOf('kind', {
      session: { id: 'string', title: 'string', count: 'number', score: 'number', hits: 'list' },
      count: { id: 'string', count: 'number', score: 'number' },
      total: { hits: 'number', sessions: 'number', kinds: 'object' },
    }),
  ),
  'search/session': get(
    'lines',
    { q: readQuery, order: readHitOrder, session: readTextField, skip: fromTheFirst, limit: readLimit },
    hasFields({ log: 'string', seq: 'number', kind: 'string', snippet: 'string', marks: 'list' }),
  ),
  'search-status': get('value', {}, hasFields({ indexedBytes: 'number', sourceBytes: 'number' })),

  doctor: get('lines', {}, isUnionOf('kind', { plan: { files: 'number' }, verdict: { row: 'object' } })),
  'doctor/session': get(
    'value',
    LOG,
    isUnionOf('kind', {
      'too-large': { title: 'string' },
      report: { title: 'string', findings: 'list', resume: 'object', changes: 'list' },
    }),
  ),
  'doctor/mend': post(
    readQuestionFields({
      session: readNamed,
      agentId: value => (value === undefined ? undefined : readNamed(value)),
      fingerprint: readNamed,
    }),
    isUnionOf('status', { unchanged: {}, fixed: { backup: 'string' } }),
    { bytes: 16_384, words: 'That is too long.' },
  ),

  files: get(
    'value',
    SESSION,
    hasFields({ end: 'number', files: 'list', commits: 'list', alsoRead: 'list' }),
  ),
  'files/diff': get(
    'value',
    { ...SESSION, path: readTextField },
    hasFields({ name: 'string', hunks: 'list', loose: 'list', calls: 'list' }),
  ),
  'files/patch': get('value', SESSION, hasFields({ patch: 'string', left: 'list' })),

  model: get(
    'value',
    { ...PLACE, before: readOptionalPosition },
    hasFields({
      messages: 'list',
      repairs: 'list',
      strayRepairs: 'list',
      unsent: 'list',
      violations: 'list',
    }),
  ),
  'model/request': get('value', PLACE, hasFields({ messages: 'list' })),
  'model/trace': get(
    'value',
    { ...LOG, tool: readTextField },
    hasFields({
      results: 'list',
      steps: 'list',
      requests: 'list',
      runs: 'list',
      next: 'object',
      fates: 'list',
    }),
  ),

  home: get('lines', { timezone: readOptionalTextField }, isUnionOf('kind', TOLD)),
  'home/outcome': get('value', SESSION, hasFields({ isFailed: 'boolean' })),

  numbers: get('lines', { by: readGroup, stack: readStack, ...PERIOD }, isUnionOf('kind', TOLD)),
  'numbers/references': get('lines', PERIOD, isUnionOf('kind', TOLD)),
  'numbers/context': get('lines', SESSION, isUnionOf('kind', TOLD)),
  'numbers/cache-breaks': get('lines', SESSION, isUnionOf('kind', TOLD)),
  'numbers/sessions': get('lines', {}, hasFields({ id: 'string', costUsd: 'number' })),

  'share/preview': get('value', LOG, hasFields({ title: 'string', redactions: 'list', kinds: 'object' })),
  'share/file': get(
    'bytes',
    { session: readTextField, format: readShareFormat, keep: readOptionalTextField },
    isNothing,
  ),
  told: get(
    'value',
    { session: readTextField, leaf: readOptionalTextField },
    hasFields({ turns: 'list', models: 'list', files: 'list', tools: 'object' }),
  ),
  compare: get(
    'value',
    {
      one: readTextField,
      other: readTextField,
      oneLeaf: readOptionalTextField,
      otherLeaf: readOptionalTextField,
    },
    hasFields({ one: 'object', other: 'object', rows: 'list', files: 'list' }),
  ),

  'chat/choices': get('value', {}, hasFields({ models: 'list', permissionModes: 'list', folders: 'list' })),
  'chat/agents': get('value', {}, isListOf(hasFields({ id: 'string', models: 'list' }))),
  'chat/offer': get('value', SESSION, hasFields({})),
  'chat/running': get(
    'value',
    {},
    isListOf(hasFields({ chat: 'string', session: 'string', state: 'string' })),
  ),
  'chat/state': get('value', CHAT, isOpenChat),
  'chat/open': post(readChatWish, isOpenChat, PROMPT_LIMIT),
  'chat/events': get(
    'events',
    {
      ...CHAT,
      from: fromTheFirst,
      place: readOptionalTextField,
      once: value => (value === '1' ? 1 : undefined),
    },
    hasFields({ seq: 'number', event: 'object' }),
  ),
  'chat/prompt': post(readChatPrompt, isNothing, IMAGES_LIMIT),
  'chat/control': post(readQuestionFields({ ...CHAT, frame: readFrame }), isNothing, PROMPT_LIMIT),
  'chat/presence': post(readChatPresence, isNothing, PROMPT_LIMIT),
  'chat/release': post(readQuestionFields(CHAT), isNothing, PROMPT_LIMIT),
  'chat/close': post(readQuestionFields(CHAT), isNothing, PROMPT_LIMIT),
  'chat/context': get(
    'value',
    { ...CHAT, kind: readContextKind, query: readTextField },
    isListOf(hasFields({ reference: 'object', label: 'string' })),
  ),
}
