import type { ApiRequest } from '@antiphon/contract'
import type { ToldSession } from '@antiphon/core/compare'
import type { ToolTrace } from '@antiphon/core/inspect'
import type { FileOfSession } from '@antiphon/core/turns'
import { type Get, get, type Nothing, type Post, post, type RouteTable } from './api-route.ts'
import type * as changes from './changes-protocol.ts'
import type * as doctor from './doctor-protocol.ts'
import type * as home from './home-protocol.ts'
import type * as log from './log-protocol.ts'
import type * as model from './model-protocol.ts'
import type * as numbers from './numbers-protocol.ts'
import { LOG, PERIOD, PLACE, readGroup, readNamed, readShareFormat, readStack } from './questions.ts'
import {
  readOptionalPosition,
  readOptionalTextField,
  readQuestionFields,
  readTextField,
} from './read-question.ts'
import { hasFields, isNothing, isUnionOf } from './shape.ts'
import type * as share from './share-protocol.ts'

/** What the page asks of whole logs: their health, their files, what the model reads, what was used, and what is handed on. */
export type ReportRoutes = {
  /** Every log, the newest first: how many at first, then a verdict for each. */
  readonly doctor: Get<'lines', Nothing, doctor.DoctorNews>
  /** Its defects, what a resume would send, and what a fix would change; nothing is written. */
  readonly 'doctor/session': Get<'value', log.LogRequest, doctor.SessionReport>
  /** Refused where the log is no longer what was examined. */
  readonly 'doctor/mend': Post<doctor.MendRequest, doctor.MendOutcome>
  /** What a session made of files, those of its subagents included. */
  readonly files: Get<'value', { readonly session: string }, changes.ChangesReport>
  /** One of them with its lines, and the calls that made them. */
  readonly 'files/diff': Get<'value', changes.ChangedFileRequest, FileOfSession>
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
}

const TOLD = { progress: { done: 'number', total: 'number' }, report: { report: 'object' } } as const
const SESSION = { session: readTextField }

/** Each with how its question is read and its answer checked. */
export const REPORT_ROUTES: RouteTable<ReportRoutes> = {
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
}
