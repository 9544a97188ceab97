import { type ApiRequest, type Entry, isEntry } from '@antiphon/core'
import type { About } from './about-backend.ts'
import * as shape from './answer-shapes.ts'
import {
  type ApiRoute,
  type BodyLimit,
  type Bytes,
  bytes,
  type Events,
  events,
  type Lines,
  lines,
  type Post,
  post,
  type RouteType,
  type Value,
  value,
} from './api-route.ts'
import type * as chat from './chat-backend.ts'
import * as chatQuestion from './chat-questions.ts'
import type * as doctor from './doctor-backend.ts'
import type * as log from './log-backend.ts'
import type * as model from './model-backend.ts'
import type * as numbers from './numbers-backend.ts'
import type { BranchPlace, BranchPlaceRequest, FoundPlace, Outline } from './outline.ts'
import type { NoQuestion } from './questions.ts'
import * as question from './questions.ts'
import { isNothing } from './shape.ts'
import type { ToolTrace } from './tool-trace.ts'

/** All that the page may ask of the server, by its path below `/api/`: the question, and what it is answered with. */
export type RouteTypes = {
  readonly login: Post<{ readonly token: string }>
  readonly about: Value<NoQuestion, About>

  readonly sessions: Lines<NoQuestion, log.SessionRow>
  readonly changes: Events<NoQuestion, log.SessionChange>
  readonly page: Value<log.PageRequest, log.Page>
  /** Whole. */
  readonly entry: Value<log.EntryRequest, Entry>
  /** As it is stored. */
  readonly line: Bytes<log.EntryRequest>
  readonly follow: Events<log.FollowRequest, log.FollowedEvent>
  readonly outline: Value<log.LogRequest, Outline>
  readonly 'branch-place': Value<BranchPlaceRequest, BranchPlace>
  readonly find: Lines<{ readonly session: string; readonly q: string }, FoundPlace>
  readonly search: Lines<log.SearchQuestion, log.SearchHit>
  readonly 'search-status': Value<NoQuestion, log.SearchProgress>

  readonly doctor: Lines<NoQuestion, doctor.DoctorNews>
  readonly 'doctor/session': Value<log.LogRequest, doctor.SessionReport>
  readonly 'doctor/mend': Post<doctor.MendRequest, doctor.MendOutcome>

  readonly model: Value<model.ModelRequest, model.ModelView>
  readonly 'model/request': Value<model.ModelPlace, ApiRequest>
  readonly 'model/trace': Value<model.TraceRequest, ToolTrace>

  readonly numbers: Lines<numbers.NumbersQuestion, numbers.Told<numbers.NumbersReport>>
  readonly 'numbers/references': Lines<numbers.ReferencesQuestion, numbers.Told<numbers.ReferencesReport>>
  readonly 'numbers/context': Lines<numbers.SessionQuestion, numbers.Told<numbers.ContextReport>>
  readonly 'numbers/cache-breaks': Lines<numbers.SessionQuestion, numbers.Told<numbers.BreakReport>>
  readonly 'numbers/sessions': Lines<NoQuestion, numbers.SessionCost>

  readonly 'chat/choices': Value<NoQuestion, chat.ChatChoices>
  readonly 'chat/offer': Value<{ readonly session: string }, chat.ChatOffer>
  readonly 'chat/running': Value<NoQuestion, readonly chat.RunningAgent[]>
  readonly 'chat/state': Value<chat.ChatName, chat.OpenChat>
  readonly 'chat/open': Post<chat.ChatWish, chat.OpenChat>
  readonly 'chat/events': Events<chat.ChatEventsQuestion, chat.ChatEvent>
  /** These are taken when they are answered. */
  readonly 'chat/prompt': Post<chat.ChatPrompt>
  readonly 'chat/control': Post<chat.ChatControl>
  readonly 'chat/presence': Post<chat.ChatPresence>
  readonly 'chat/release': Post<chat.ChatName>
  readonly 'chat/close': Post<chat.ChatName>
  readonly 'chat/context': Value<chat.ContextQuestion, readonly chat.ContextSuggestion[]>
}

export type RoutePath = keyof RouteTypes
export type RouteQuestion<Path extends RoutePath> = RouteTypes[Path]['question']
export type RouteAnswer<Path extends RoutePath> = RouteTypes[Path]['answer']

/** The paths that are asked and answered in a way. */
export type RoutePathOf<Kind extends Partial<RouteType>> = {
  [Path in RoutePath]: RouteTypes[Path] extends Kind ? Path : never
}[RoutePath]

/** A prompt of 4 MB with its frame around it. */
const PROMPT: BodyLimit = {
  bytes: 5 * 1024 * 1024,
  words: 'That is too long: a prompt with all that is attached may have 4 MB.',
}

/** Each with how its question is read and its answer checked. */
export const ROUTES: { readonly [Path in RoutePath]: ApiRoute<RouteTypes[Path]> } = {
  login: post(question.readToken, isNothing, { bytes: 4096, words: 'That is too long for a token.' }),
  about: value(question.readNothing, shape.isAbout),

  sessions: lines(question.readNothing, shape.isSessionRow),
  changes: events(question.readNothing, shape.isSessionChange),
  page: value(question.readPageRequest, shape.isPage),
  entry: value(question.readEntryRequest, isEntry),
  line: bytes(question.readEntryRequest),
  follow: events(question.readFollowRequest, shape.isFollowedEvent),
  outline: value(question.readLogRequest, shape.isOutline),
  'branch-place': value(question.readBranchPlaceRequest, shape.isBranchPlace),
  find: lines(question.readFindQuestion, shape.isFoundPlace),
  search: lines(question.readSearchQuestion, shape.isSearchHit),
  'search-status': value(question.readNothing, shape.isSearchProgress),

  doctor: lines(question.readNothing, shape.isDoctorNews),
  'doctor/session': value(question.readLogRequest, shape.isSessionReport),
  'doctor/mend': post(question.readMendRequest, shape.isMendOutcome, {
    bytes: 16_384,
    words: 'That is too long.',
  }),

  model: value(question.readModelRequest, shape.isModelView),
  'model/request': value(question.readModelPlace, shape.isApiRequest),
  'model/trace': value(question.readTraceRequest, shape.isToolTrace),

  numbers: lines(question.readNumbersQuestion, shape.isToldNumbers),
  'numbers/references': lines(question.readReferencesQuestion, shape.isToldReferences),
  'numbers/context': lines(question.readSession, shape.isToldContext),
  'numbers/cache-breaks': lines(question.readSession, shape.isToldBreaks),
  'numbers/sessions': lines(question.readNothing, shape.isSessionCost),

  'chat/choices': value(question.readNothing, shape.isChatChoices),
  'chat/offer': value(question.readSession, shape.isChatOffer),
  'chat/running': value(question.readNothing, shape.isRunningAgents),
  'chat/state': value(chatQuestion.readChatName, shape.isOpenChat),
  'chat/open': post(chatQuestion.readChatWish, shape.isOpenChat, PROMPT),
  'chat/events': events(chatQuestion.readChatEventsQuestion, shape.isChatEvent),
  'chat/prompt': post(chatQuestion.readChatPrompt, isNothing, PROMPT),
  'chat/control': post(chatQuestion.readChatControl, isNothing, PROMPT),
  'chat/presence': post(chatQuestion.readChatPresence, isNothing, PROMPT),
  'chat/release': post(chatQuestion.readChatName, isNothing, PROMPT),
  'chat/close': post(chatQuestion.readChatName, isNothing, PROMPT),
  'chat/context': value(chatQuestion.readContextQuestion, shape.isContextSuggestions),
}

/** The addresses of all that is asked or answered in a way. */
export function listAddresses(way: Partial<Pick<RouteType, 'method' | 'kind'>>): ReadonlySet<string> {
  const routes = Object.entries(ROUTES).filter(
    ([, { method, kind }]) => method === (way.method ?? method) && kind === (way.kind ?? kind),
  )
  return new Set(routes.map(([path]) => `/api/${path}`))
}
