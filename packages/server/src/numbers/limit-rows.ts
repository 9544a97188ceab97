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
  const maxTokens = rest.reduce((most, tool) => Math.max(most, tool.maxTokens), 0)
  const sums = { tool: '', calls: sum(rest, 'calls'), resultTokens: sum(rest, 'resultTokens'), maxTokens }
  const sumOfRest = { ...sums, sessions: null, share: sum(rest, 'share'), rest: rest.length }
  return [...tools.slice(0, limit - 1), sumOfRest]
}

function sumRows(rows: readonly NumbersRow[]): NumbersRow {
  const times = (name: 'firstAt' | 'lastAt'): readonly string[] => rows.flatMap(row => row[name] ?? []).sort()
  const tokens = rows.map(row => row.tokens)
  return {
    ...{ key: null, id: null, rest: rows.length },
    answers: sum(rows, 'answers'),
    subagentAnswers: sum(rows, 'subagentAnswers'),
    // A session may stand in several rows.
    sessions: null,
    tokens: {
      input: sum(tokens, 'input'),
      output: sum(tokens, 'output'),
      cacheWrite5m: sum(tokens, 'cacheWrite5m'),
      cacheWrite1h: sum(tokens, 'cacheWrite1h'),
      cacheRead: sum(tokens, 'cacheRead'),
      total: sum(tokens, 'total'),
    },
    costUsd: sum(rows, 'costUsd'),
    isCostKnown: rows.every(({ isCostKnown }) => isCostKnown),
    estimatedAnswers: sum(rows, 'estimatedAnswers'),
    outputAtLeast: sum(rows, 'outputAtLeast'),
    costUsdAtLeast: sum(rows, 'costUsdAtLeast'),
    unpricedModels: [...new Set(rows.flatMap(({ unpricedModels }) => unpricedModels))].sort(),
    firstAt: times('firstAt')[0] ?? null,
    lastAt: times('lastAt').at(-1) ?? null,
  }
}

function sum<Name extends string>(items: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return items.reduce((total, item) => total + item[name], 0)
}
