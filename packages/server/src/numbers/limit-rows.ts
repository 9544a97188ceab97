import type { NumbersRow, ToolNumbers } from '../protocol/numbers-protocol.ts'

/** The first rows, and one for all others: a table is bounded, and what it says adds up. */
export function limitRows(rows: readonly NumbersRow[], limit: number): readonly NumbersRow[] {
  if (rows.length <= limit) return rows
  const rest = rows.slice(limit - 1)
  return [...rows.slice(0, limit - 1), sumRows(rest)]
}

/** The same for tools. */
export function limitTools(tools: readonly ToolNumbers[], limit: number): readonly ToolNumbers[] {
  if (tools.length <= limit) return tools
  const rest = tools.slice(limit - 1)
  return [
    ...tools.slice(0, limit - 1),
    {
      tool: '',
      calls: sum(rest, ({ calls }) => calls),
      resultTokens: sum(rest, ({ resultTokens }) => resultTokens),
      maxTokens: rest.reduce((most, { maxTokens }) => Math.max(most, maxTokens), 0),
      sessions: null,
      share: sum(rest, ({ share }) => share),
      rest: rest.length,
    },
  ]
}

function sumRows(rows: readonly NumbersRow[]): NumbersRow {
  const times = (name: 'firstAt' | 'lastAt'): readonly string[] => rows.flatMap(row => row[name] ?? []).sort()
  return {
    key: null,
    id: null,
    rest: rows.length,
    answers: sum(rows, ({ answers }) => answers),
    subagentAnswers: sum(rows, ({ subagentAnswers }) => subagentAnswers),
    // A session may stand in several rows.
    sessions: null,
    tokens: {
      input: sum(rows, ({ tokens }) => tokens.input),
      output: sum(rows, ({ tokens }) => tokens.output),
      cacheWrite5m: sum(rows, ({ tokens }) => tokens.cacheWrite5m),
      cacheWrite1h: sum(rows, ({ tokens }) => tokens.cacheWrite1h),
      cacheRead: sum(rows, ({ tokens }) => tokens.cacheRead),
      total: sum(rows, ({ tokens }) => tokens.total),
    },
    costUsd: sum(rows, ({ costUsd }) => costUsd),
    isCostKnown: rows.every(({ isCostKnown }) => isCostKnown),
    estimatedAnswers: sum(rows, ({ estimatedAnswers }) => estimatedAnswers),
    outputAtLeast: sum(rows, ({ outputAtLeast }) => outputAtLeast),
    costUsdAtLeast: sum(rows, ({ costUsdAtLeast }) => costUsdAtLeast),
    unpricedModels: [...new Set(rows.flatMap(({ unpricedModels }) => unpricedModels))].sort(),
    firstAt: times('firstAt')[0] ?? null,
    lastAt: times('lastAt').at(-1) ?? null,
  }
}

function sum<T>(items: readonly T[], toNumber: (item: T) => number): number {
  return items.reduce((total, item) => total + toNumber(item), 0)
}
