import { type Entry, isEntry } from '@antiphon/core'
import type { About } from './about-protocol.ts'
import { type BodyLimit, type Get, get, type Nothing, type Post, post, type RouteTable } from './api-route.ts'
import type * as log from './log-protocol.ts'
import type * as organise from './organise-protocol.ts'
import { readMark, readSettingsChanges, readTags, readTitle } from './organise-protocol.ts'
import type * as outline from './outline.ts'
import { fromTheFirst, LOG, readHitOrder, readLimit, readQuery } from './questions.ts'
import { readOptionalPosition, readPosition, readQuestionFields, readTextField } from './read-question.ts'
import type * as search from './search-protocol.ts'
import type { SettingsChange, SettingsReport, Sweep } from './settings-protocol.ts'
import { hasFields, isListOf, isNothing, isUnionOf } from './shape.ts'
import type { TurnOutline, TurnsQuestion } from './turn-outline.ts'

/** What the page asks of logs, of what people keep of them, and of search. */
export type LogRoutes = {
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
  /** Sessions that Claude Code will delete by itself, and that no archive has. */
  readonly 'archive/sweep': Get<'value', Nothing, Sweep>
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
}

const ENTRY = { ...LOG, seq: readPosition }
const isRow = hasFields<log.SessionRow>({ id: 'string', title: 'string', changedAt: 'string', tags: 'list' })
const isTrashed = hasFields<organise.TrashedRow>({ trashed: 'string', title: 'string' })
const isSettingsReport = hasFields<SettingsReport>({ settings: 'object', problems: 'list' })
const SMALL: BodyLimit = { bytes: 65_536, words: 'That is too long.' }

/** Each with how its question is read and its answer checked. */
export const LOG_ROUTES: RouteTable<LogRoutes> = {
  login: post(readQuestionFields({ token: readTextField }), isNothing, {
    bytes: 4096,
    words: 'That is too long for a token.',
  }),
  about: get('value', {}, hasFields({ version: 'string', you: 'object' })),
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
  'archive/sweep': get('value', {}, hasFields<Sweep>({ sessions: 'number', days: 'number' })),
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
      store: { store: 'object' },
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
  find: get(
    'lines',
    { session: readTextField, q: readQuery },
    hasFields({ seq: 'number', kind: 'string', marks: 'number' }),
  ),
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
}
