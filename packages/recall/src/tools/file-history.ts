import type { PersonItem } from '@antiphon/core'
import { readCallDiff } from '@antiphon/core/changes'
import {
  type CallPlace,
  computeSessionChanges,
  type FileOfSession,
  groupTurns,
  type PersonTurn,
  toAgentId,
} from '@antiphon/core/turns'
import { oneLine } from '@antiphon/core/ui'
import { parseQuery, type SearchQuery } from '@antiphon/search'
import { z } from 'zod'
import { findSessions } from '../source/find-calls.ts'
import { linkOf, readSessionLog, readSubagentLogs, type SessionLog } from '../source/session-log.ts'
import { cutText } from '../told/cut-text.ts'
import type { SecretKeeper } from '../told/secret-keeper.ts'
import { createTokenBudget } from '../told/token-budget.ts'
import { readTime, shortTime } from './read-time.ts'
import {
  defineRecallTool,
  maxTokens,
  type RecallTool,
  SCOPE_INPUT,
  SCOPE_OUTPUT,
  TIME_INPUT,
} from './recall-tool.ts'

const INPUT = z.object({
  path: z.string().min(1).describe('The file: its name, the end of its path, or its whole path.'),
  ...SCOPE_INPUT,
  since: TIME_INPUT,
  limit: z
    .number()
    .int()
    .min(1)
    .max(50)
    .default(5)
    .describe('How many turns that changed it, the newest first.'),
  max_tokens: maxTokens(2_500),
})

const CHANGE = z.object({
  link: z.string().describe('The first call that changed it in this turn.'),
  at: z.string().nullable(),
  path: z.string(),
  prompt: z.string().describe('What the person had asked.'),
  said: z.string().describe('What the agent said before it changed the file.'),
  diff: z.string(),
  calls: z.number().int(),
  commit: z.string().nullable().describe('The next commit of that session.'),
})

const OUTPUT = z.object({
  changes: z.array(CHANGE),
  left_out: z.object({
    changes: z.number().int(),
    older_sessions: z.number().int().describe('Sessions that name the file and were not read.'),
  }),
  ...SCOPE_OUTPUT,
})

type Change = z.infer<typeof CHANGE>

/** How a file was changed, and why. */
export const fileHistory: RecallTool = defineRecallTool({
  name: 'file_history',
  title: 'How a file was changed, and why',
  description:
    'Tells how agents changed a file in past sessions, turn by turn, the newest first: what the person had asked, what the agent said, the diff, and the commit that followed. Complements git log and blame: it has the reasons, and what was never committed.',
  input: INPUT,
  output: OUTPUT,
  async answer(asked, { source, scope, keeper, now, signal }) {
    const after = readTime('since', asked.since, now)
    const sessions = await findSessions([toQuery(asked.path, after)], {
      ...{ search: source.search, accepts: scope.accepts, now, signal },
    })
    const tokens = asked.max_tokens - FRAME_TOKENS
    const most = Math.max(300, Math.floor((tokens * 3) / asked.limit))
    let all: Change[] = []
    let read = 0
    for (const { path, newest } of sessions) {
      const oldest = all[asked.limit - 1]
      if (oldest && newest < Date.parse(oldest.at ?? '')) break
      if (read >= MOST_SESSIONS) break
      read += 1
      const told = await readChanges(path, { asked: asked.path, after, signal, keeper, most })
      all = [...all, ...told].sort((one, other) => ((one.at ?? '') < (other.at ?? '') ? 1 : -1))
    }
    const budget = createTokenBudget(tokens)
    const changes: Change[] = []
    for (const change of all.slice(0, asked.limit)) {
      if (!budget.take(change)) break
      changes.push(change)
    }
    const value = {
      changes,
      left_out: { changes: all.length - changes.length, older_sessions: sessions.length - read },
    }
    return { value, text: format(value) }
  },
})

const FRAME_TOKENS = 100
const MOST_SESSIONS = 40

function toQuery(path: string, after: number | undefined): SearchQuery {
  const name = path.split(/[/\\]/).findLast(part => part !== '') ?? path
  const parsed = parseQuery(`"${name.replaceAll('"', '')}"`, { now: 0 })
  const filters = { kind: 'tool-input' as const, ...(after !== undefined && { after }) }
  return parsed.kind === 'query' ? { ...parsed.query, filters } : { words: [], excluded: [], filters }
}

type ReadOptions = {
  readonly asked: string
  readonly after: number | undefined
  readonly signal: AbortSignal
  readonly keeper: SecretKeeper
  readonly most: number
}

async function readChanges(
  path: string,
  { asked, after, signal, keeper, most }: ReadOptions,
): Promise<readonly Change[]> {
  const log = await readSessionLog(path, signal).catch(() => null)
  signal.throwIfAborted()
  if (!log) return []
  const below = await readSubagentLogs(path, signal)
  const agents = new Map(below.map(one => [toAgentId(one.path), one.view.map(({ item }) => item)]))
  const { files, commits } = computeSessionChanges(log.view, agents)
  const turns = new Map(groupTurns(log.view).map(turn => [turn.number, turn]))
  const items = indexItems([log, ...below])
  const told: Change[] = []
  for (const file of files.filter(one => isMeant(one, asked)))
    for (const [number, calls] of groupByTurn(file.calls)) {
      const first = calls[0]
      const found = first && items.get(first.uuid)
      if (!first || !found) continue
      const at = found.item.timestamp || null
      if (after !== undefined && !(Date.parse(at ?? '') >= after)) continue
      const commit = commits.find(one => one.call.seq !== null && one.call.seq >= (first.seq ?? 0))
      const turn = number === null ? undefined : turns.get(number)
      told.push({
        ...{ link: linkOf(found.log.path, first.uuid), at, path: file.path, calls: calls.length },
        prompt: cutText(keeper.text(promptOf(turn)), Math.floor(most / 3)).text,
        said: cutText(keeper.text(saidBefore(found.log, first.uuid)), Math.floor(most / 4)).text,
        diff: cutText(
          diffOf(
            calls.flatMap(({ uuid }) => items.get(uuid)?.item ?? []),
            keeper,
          ),
          most,
        ).text,
        commit: commit ? keeper.text(`${commit.hash ?? ''} ${oneLine(commit.title, 100)}`.trim()) : null,
      })
    }
  return told
}

function groupByTurn(calls: readonly CallPlace[]): ReadonlyMap<number | null, readonly CallPlace[]> {
  const turns = new Map<number | null, CallPlace[]>()
  for (const call of calls) turns.set(call.turn, [...(turns.get(call.turn) ?? []), call])
  return turns
}

function indexItems(
  logs: readonly SessionLog[],
): ReadonlyMap<string, { readonly log: SessionLog; readonly item: PersonItem }> {
  return new Map(logs.flatMap(log => log.items.map(({ item }) => [item.uuid, { log, item }] as const)))
}

function isMeant({ path, name }: FileOfSession, asked: string): boolean {
  const wanted = asked.replace(/^\.\//, '')
  return path === wanted || name === wanted || path.endsWith(`/${wanted.replace(/^\//, '')}`)
}

function promptOf(turn: PersonTurn | undefined): string {
  return (
    turn?.heading
      .map(({ item }) => item.text)
      .join('\n')
      .trim() ?? ''
  )
}

function saidBefore({ items }: SessionLog, uuid: string): string {
  const at = items.findIndex(({ item }) => item.uuid === uuid)
  const last = items.slice(0, at).findLast(({ item }) => item.kind === 'answer' || item.kind === 'prompt')
  return last?.item.kind === 'answer' ? last.item.text : ''
}

function diffOf(items: readonly PersonItem[], keeper: SecretKeeper): string {
  return items
    .flatMap(item => {
      if (item.kind !== 'tool') return []
      const diff = readCallDiff(item.story)
      if (!diff) return [keeper.text(item.story.title)]
      return diff.hunks.map(hunk => {
        const lines = keeper.value({ lines: hunk.lines }).lines
        const head = diff.isNumbered
          ? `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`
          : '@@'
        return [head, ...lines].join('\n')
      })
    })
    .join('\n')
}

function format({
  changes,
  left_out: leftOut,
}: Pick<z.infer<typeof OUTPUT>, 'changes' | 'left_out'>): string {
  if (changes.length === 0)
    return leftOut.changes > 0
      ? `${leftOut.changes} changes were found, but not even the newest fits; raise max_tokens.`
      : 'No session of this scope changed that file.'
  return [
    ...changes.map(({ link, at, path, prompt, said, diff, commit }) =>
      [
        `[${shortTime(at)}] ${path} ${link}`,
        `asked: ${prompt}`,
        ...(said === '' ? [] : [`said: ${said}`]),
        diff,
        ...(commit === null ? [] : [`committed: ${commit}`]),
      ].join('\n'),
    ),
    ...(leftOut.changes > 0 ? [`${leftOut.changes} older changes are not shown.`] : []),
    ...(leftOut.older_sessions > 0
      ? [`${leftOut.older_sessions} older sessions name the file and were not read.`]
      : []),
  ].join('\n')
}
