import { formatUsd } from '@antiphon/core/usage'
import { chooseReadingThreads, reportUsage, type UsageRow, type UsageTotal } from '@antiphon/search'
import { z } from 'zod'
import { agentOf, listAgents } from '../source/recall-source.ts'
import { createTokenBudget } from '../told/token-budget.ts'
import { readTime } from './read-time.ts'
import {
  defineRecallTool,
  maxTokens,
  type RecallTool,
  SCOPE_INPUT,
  SCOPE_OUTPUT,
  TIME_INPUT,
} from './recall-tool.ts'

const INPUT = z.object({
  by: z.enum(['day', 'week', 'month', 'project', 'model', 'session', 'agent']).default('day'),
  project: SCOPE_INPUT.project,
  agent: SCOPE_INPUT.agent,
  since: TIME_INPUT,
  until: TIME_INPUT,
  limit: z
    .number()
    .int()
    .min(1)
    .max(200)
    .default(15)
    .describe('How many rows: the latest days, or the dearest.'),
  max_tokens: maxTokens(1_000),
})

const COUNTS = {
  answers: z.number().int(),
  sessions: z.number().int(),
  input: z.number().int(),
  output: z.number().int(),
  cache_read: z.number().int(),
  cache_write: z.number().int(),
  cost_usd: z.number().describe('At list prices; a lower bound where is_cost_known is false.'),
  is_cost_known: z.boolean(),
}

const ROW = z.object({ key: z.string().nullable(), ...COUNTS })

const OUTPUT = z.object({
  by: z.string(),
  rows: z.array(ROW),
  total: z.object(COUNTS),
  prices_as_of: z.string(),
  left_out: z.object({ rows: z.number().int(), unread_files: z.number().int() }),
  ...SCOPE_OUTPUT,
})

/** Tokens and cost of past sessions. */
export const usageTool: RecallTool = defineRecallTool({
  name: 'usage',
  title: 'Tokens and cost of past sessions',
  description:
    'Counts tokens and cost at list prices of past sessions, each answer once, subagents included; by day, week, month, project, model, session or agent. Days are those of UTC.',
  input: INPUT,
  output: OUTPUT,
  hasRunning: true,
  async answer(asked, { source, scope, now, signal }) {
    const since = readTime('since', asked.since, now)
    const until = readTime('until', asked.until, now)
    const collect = {
      ...{
        roots: source.roots,
        cache: source.usageCache,
        timeZone: 'UTC',
        threads: chooseReadingThreads,
        signal,
      },
      ...(since !== undefined && { since: new Date(since).toISOString() }),
      ...(until !== undefined && { until: new Date(until).toISOString() }),
    }
    const { by } = asked
    const whole = await reportUsage({
      ...collect,
      by: by === 'agent' ? 'day' : by,
      isIncluded: scope.accepts,
    })
    const rows = by === 'agent' ? await countAgents() : whole.table.rows

    async function countAgents(): Promise<readonly UsageRow[]> {
      const counted: UsageRow[] = []
      for (const agent of listAgents(source)) {
        const isIncluded = (path: string): boolean => scope.accepts(path) && agentOf(path, source) === agent
        const { table } = await reportUsage({ ...collect, by: 'day', isIncluded })
        if (table.total.answers > 0) counted.push({ key: agent, ...table.total })
      }
      return counted.sort((one, other) => other.costUsd - one.costUsd)
    }

    const isTime = by === 'day' || by === 'week' || by === 'month'
    // What is nearest counts most.
    const wanted = isTime ? rows.slice(-asked.limit).toReversed() : rows.slice(0, asked.limit)
    const budget = createTokenBudget(asked.max_tokens - FRAME_TOKENS)
    const told: z.infer<typeof ROW>[] = []
    for (const { key, ...row } of wanted) {
      const one = { key, ...toCounts(row) }
      if (!budget.take(one)) break
      told.push(one)
    }
    const value = {
      ...{ by, rows: told, total: toCounts(whole.table.total), prices_as_of: whole.table.pricesAsOf },
      left_out: { rows: rows.length - told.length, unread_files: whole.problems.length },
    }
    return { value, text: format(value) }
  },
})

const FRAME_TOKENS = 150

function toCounts({
  answers,
  sessions,
  tokens,
  costUsd,
  isCostKnown,
}: UsageTotal): z.infer<typeof OUTPUT>['total'] {
  return {
    ...{ answers, sessions, input: tokens.input, output: tokens.output, cache_read: tokens.cacheRead },
    cache_write: tokens.cacheWrite5m + tokens.cacheWrite1h,
    cost_usd: Math.round(costUsd * 1e4) / 1e4,
    is_cost_known: isCostKnown,
  }
}

function format({
  rows,
  total,
  by,
  prices_as_of: prices,
  left_out: leftOut,
}: Omit<z.infer<typeof OUTPUT>, 'scope' | 'redacted'>): string {
  const line = (key: string, row: z.infer<typeof OUTPUT>['total']): string =>
    `${key}  ${row.answers} answers  in ${row.input}  out ${row.output}  cache read ${row.cache_read}  cache write ${row.cache_write}  ${row.is_cost_known ? '' : 'at least '}${formatUsd(row.cost_usd)}`
  return [
    ...rows.map(row => line(row.key ?? '(unknown)', row)),
    `${line('total', total)} (${total.sessions} sessions; by ${by}; list prices of ${prices})`,
    ...(leftOut.rows > 0 ? [`${leftOut.rows} rows are not shown.`] : []),
    ...(leftOut.unread_files > 0 ? [`${leftOut.unread_files} files could not be read whole.`] : []),
  ].join('\n')
}
