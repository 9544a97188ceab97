import { oneLine } from '@antiphon/core/ui'
import {
  HIT_KINDS,
  parseQuery,
  type RankedHit,
  retellHit,
  type SearchQuery,
  type SessionHits,
  scoreSession,
} from '@antiphon/search'
import { findLastTime, readSessionSummary } from '@antiphon/transcript'
import { z } from 'zod'
import { RecallError } from '../recall-error.ts'
import type { ToldProject } from '../scope/project-folders.ts'
import type { RecallScope } from '../scope/recall-scope.ts'
import { parseSessionLink } from '../session-link.ts'
import { agentOf } from '../source/recall-source.ts'
import { linkOf } from '../source/session-log.ts'
import type { SecretKeeper } from '../told/secret-keeper.ts'
import { createTokenBudget } from '../told/token-budget.ts'
import { formatTime, readTime, shortTime } from './read-time.ts'
import {
  defineRecallTool,
  maxTokens,
  type RecallContext,
  type RecallTool,
  SCOPE_INPUT,
  SCOPE_OUTPUT,
  TIME_INPUT,
} from './recall-tool.ts'

const INPUT = z.object({
  query: z
    .string()
    .default('')
    .describe(
      'Words that all occur in one message, each at the beginning of a word; "exact phrase", -without. Few rare words find best. Empty: the newest sessions.',
    ),
  ...SCOPE_INPUT,
  session: z.string().optional().describe('Only this session: its link or its id.'),
  role: z.enum(['user', 'assistant', 'tool']).optional().describe('Who said it; tool: what tools printed.'),
  kind: z
    .enum(HIT_KINDS)
    .optional()
    .describe(
      'prompt and answer: words; command, file, call: what a tool was asked; output: what it printed.',
    ),
  since: TIME_INPUT,
  until: TIME_INPUT,
  order: z.enum(['best', 'newest']).default('best'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(50)
    .default(8)
    .describe('How many sessions; each with its three best hits.'),
  max_tokens: maxTokens(1_500),
})

const HIT = z.object({
  link: z.string().describe('What read_session takes.'),
  at: z.string().nullable(),
  kind: z.string(),
  tool: z.string().optional(),
  text: z.string().describe('The words around what was found.'),
})

const SESSION = z.object({
  link: z.string(),
  title: z.string(),
  project: z.string(),
  agent: z.string(),
  at: z.string().nullable(),
  hits: z.number().int().describe('How many there are in this session.'),
  shown: z.array(HIT),
})

const OUTPUT = z.object({
  sessions: z.array(SESSION),
  total_hits: z.number().int(),
  total_sessions: z.number().int(),
  left_out: z.object({ hits: z.number().int(), sessions: z.number().int() }),
  notes: z.array(z.string()),
  ...SCOPE_OUTPUT,
})

type ToldSession = z.infer<typeof SESSION>
type Asked = z.infer<typeof INPUT>
type Given = RecallContext & { readonly scope: RecallScope; readonly keeper: SecretKeeper }

/** What was said: words in all sessions of the scope. */
export const searchSessions: RecallTool = defineRecallTool({
  name: 'search_sessions',
  title: 'Search past sessions',
  description:
    'Searches everything that was ever said in past coding-agent sessions (prompts, answers, thinking, commands, file edits, tool output; of every agent on this machine). Use it before asking the person again, or to find how something was solved, decided or named. Gives sessions with their best hits and links for read_session. Without a query: the newest sessions.',
  input: INPUT,
  output: OUTPUT,
  async answer(asked, given) {
    const query = toQuery(asked, given.now)
    if (isListing(query)) return listNewest(asked, given)
    const { accepts } = given.scope
    const exact = await fold(query, { asked, given, accepts })
    const isRelaxed = exact.hits === 0 && query.words.length > 1
    const found = isRelaxed ? await foldAny(query, { asked, given, accepts }) : exact
    const notes =
      isRelaxed && found.hits > 0 ? ['No message holds all of the words; these hold the most of them.'] : []
    return tell(found, { asked, given, notes })
  },
})

function isListing({ words, filters }: SearchQuery): boolean {
  const { after: _, before: __, ...others } = filters
  return words.length === 0 && Object.keys(others).length === 0
}

function toQuery(asked: Asked, now: number): SearchQuery {
  const parsed = parseQuery(asked.query, { now })
  if (parsed.kind === 'refused') throw new RecallError(parsed.reason)
  const after = readTime('since', asked.since, now)
  const before = readTime('until', asked.until, now)
  const link = asked.session === undefined ? null : parseSessionLink(asked.session)
  if (asked.session !== undefined && !link)
    throw new RecallError(`${asked.session} is no link and no id of a session.`)
  return {
    ...parsed.query,
    filters: {
      ...parsed.query.filters,
      ...(asked.role && { role: asked.role }),
      ...(asked.kind && { kind: asked.kind }),
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
      ...(link && { session: link.session.toLowerCase() }),
    },
  }
}

type Finding = { readonly asked: Asked; readonly given: Given; readonly accepts: RecallScope['accepts'] }

type FoundHits = {
  /** The query by which a hit was found. */
  readonly sessions: readonly { readonly session: SessionHits; readonly query: SearchQuery }[]
  readonly hits: number
}

async function fold(query: SearchQuery, { asked, given, accepts }: Finding): Promise<FoundHits> {
  const { source, now, signal } = given
  const byPath = new Map<string, SessionHits>()
  let hits = 0
  for await (const news of source.search.fold(query, { order: asked.order, now, signal, accepts })) {
    for (const session of news.changed) byPath.set(session.path, session)
    hits = news.hits
  }
  const scoreOf = ({ newest, count, hits: [best] }: SessionHits): number =>
    asked.order === 'newest' ? newest : scoreSession({ best: best?.score ?? 0, count, isInTitle: false })
  const sessions = [...byPath.values()].sort((one, other) => scoreOf(other) - scoreOf(one))
  return { sessions: sessions.map(session => ({ session, query })), hits }
}

/** Messages that hold most of the words, where none holds all: without each of them in turn, then each alone. */
async function foldAny(query: SearchQuery, finding: Finding): Promise<FoundHits> {
  const { words } = query
  const without = words.length > 2 ? words.map((_, at) => words.filter((__, index) => index !== at)) : []
  for (const some of [without, words.map(word => [word])]) {
    const all: FoundHits[] = []
    for (const part of some.slice(0, MOST_TRIES)) all.push(await fold({ ...query, words: part }, finding))
    const rarest = all.filter(({ hits }) => hits > 0).sort((one, other) => one.hits - other.hits)
    const [first] = rarest
    if (!first) continue
    const known = new Set<string>()
    const sessions = rarest.flatMap(found =>
      found.sessions.filter(({ session }) => !known.has(session.path) && known.add(session.path)),
    )
    return { sessions, hits: rarest.reduce((sum, { hits }) => sum + hits, 0) }
  }
  return { sessions: [], hits: 0 }
}

const MOST_TRIES = 8

type Telling = { readonly asked: Asked; readonly given: Given; readonly notes: readonly string[] }

async function tell(
  { sessions, hits }: FoundHits,
  { asked, given, notes }: Telling,
): Promise<{ value: Omit<z.infer<typeof OUTPUT>, 'scope' | 'redacted'>; text: string }> {
  const { keeper, now, source, scope } = given
  const budget = createTokenBudget(asked.max_tokens - FRAME_TOKENS)
  const told: ToldSession[] = []
  let [shown, isFull] = [0, false]
  // What only a secret made is no hit: neither it nor its session is told of, nor counted.
  const gone = { hits: 0, sessions: 0 }
  for (const { session, query } of sessions) {
    if (isFull || told.length >= asked.limit) break
    const kept = session.hits.flatMap(hit => retellHit(hit, query, { change: keeper.entry, now }) ?? [])
    if (kept.length === 0) {
      gone.hits += session.count
      gone.sessions += 1
      continue
    }
    const head = await tellSession(session, { source, keeper, scope })
    const value: ToldSession = { ...head, hits: session.count, shown: [] }
    isFull = !budget.take(value)
    if (isFull) break
    for (const hit of kept.map(tellHit)) {
      if (!budget.take(hit)) break
      value.shown.push(hit)
    }
    shown += value.shown.length
    told.push(value)
  }
  const [total, count] = [hits - gone.hits, sessions.length - gone.sessions]
  const value = {
    ...{ sessions: told, total_hits: total, total_sessions: count },
    left_out: { hits: total - shown, sessions: count - told.length },
    notes: total === 0 ? [NOTHING] : [...notes],
  }
  return { value, text: format(value) }
}

const FRAME_TOKENS = 120
const NOTHING = 'Nothing found. Try fewer or other words, or the beginning of a word.'

function tellHit(hit: RankedHit): z.infer<typeof HIT> {
  return {
    link: linkOf(hit.path, hit.uuid ?? `@${hit.offset}`),
    at: formatTime(hit.time),
    kind: hit.hitKind,
    ...(hit.tool !== undefined && { tool: hit.tool }),
    text: hit.snippet.text,
  }
}

type HeadOptions = Pick<Given, 'keeper' | 'source' | 'scope'>

async function tellSession(
  { path, project, newest }: Pick<SessionHits, 'path' | 'project' | 'newest'>,
  { keeper, source, scope }: HeadOptions,
): Promise<Pick<ToldSession, 'link' | 'title' | 'project' | 'agent' | 'at'>> {
  const file = scope.projects.flatMap(({ files }) => files).find(one => one.path === path)
  const summary = file && (await readSessionSummary(file).catch(() => undefined))
  const title = summary && summary.kind !== 'problem' ? (summary.title?.text ?? '') : ''
  return {
    link: linkOf(path),
    title: oneLine(keeper.text(title), TITLE_LENGTH),
    project,
    agent: agentOf(path, source),
    at: formatTime(newest),
  }
}

const TITLE_LENGTH = 100

async function listNewest(
  asked: Asked,
  given: Given,
): Promise<{ value: Omit<z.infer<typeof OUTPUT>, 'scope' | 'redacted'>; text: string }> {
  const { scope, keeper, source, now } = given
  const after = readTime('since', asked.since, now) ?? Number.NEGATIVE_INFINITY
  const before = readTime('until', asked.until, now) ?? Number.POSITIVE_INFINITY
  const budget = createTokenBudget(asked.max_tokens - FRAME_TOKENS)
  const told: ToldSession[] = []
  const dated: { readonly at: number; readonly path: string; readonly project: string }[] = []
  for (const folder of scope.projects)
    for (const file of folder.files)
      dated.push({ path: file.path, project: folder.directory, at: await timeOf(file) })
  const meant = dated
    .filter(({ at, path }) => at >= after && at < before && scope.accepts(path))
    .sort((one, other) => other.at - one.at)
  for (const { path, project, at } of meant.slice(0, asked.limit)) {
    const head = await tellSession({ path, project, newest: at }, { source, keeper, scope })
    const value = { ...head, hits: 0, shown: [] }
    if (!budget.take(value)) break
    told.push(value)
  }
  const value = {
    sessions: told,
    total_hits: 0,
    total_sessions: meant.length,
    left_out: { hits: 0, sessions: meant.length - told.length },
    notes: [],
  }
  return { value, text: format(value) }
}

/** When it was last said something; a copied file is newer than all that is in it. */
async function timeOf(file: ToldProject['files'][number]): Promise<number> {
  const summary = await readSessionSummary(file).catch(() => undefined)
  const time = summary && summary.kind !== 'problem' ? Date.parse(findLastTime(summary)) : Number.NaN
  return Number.isNaN(time) ? file.modifiedAt : time
}

function format({
  sessions,
  total_hits: hits,
  total_sessions: total,
  left_out: leftOut,
  notes,
}: Omit<z.infer<typeof OUTPUT>, 'scope' | 'redacted'>): string {
  const count = hits > 0 ? `${hits} hits in ${total} sessions` : `${total} sessions`
  const rest =
    leftOut.sessions + leftOut.hits > 0
      ? `; not shown: ${leftOut.hits} hits, ${leftOut.sessions} sessions`
      : ''
  return [
    ...notes,
    `${count}${rest}.`,
    ...sessions.map(session =>
      [
        `${session.link}  ${session.title || '(untitled)'}  ${session.project}  ${session.agent}  ${shortTime(session.at)}`,
        ...session.shown.map(
          hit =>
            `  ${hit.link.slice(hit.link.indexOf('#'))} ${hit.kind}${hit.tool ? ` ${hit.tool}` : ''} ${shortTime(hit.at)}: ${hit.text}`,
        ),
      ].join('\n'),
    ),
  ].join('\n')
}
