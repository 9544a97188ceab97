import type { SessionToolCall } from './session-answer.ts'

export type ToolReport = {
  /** The largest first. */
  readonly rows: readonly ToolRow[]
  readonly total: Omit<ToolRow, 'tool' | 'share'>
  /** In words: no file says how many tokens a result has. */
  readonly estimate: string
}

export type ToolRow = {
  readonly tool: string
  readonly calls: number
  /** What the model read of its results, once each; estimated by their size. */
  readonly resultTokens: number
  /** The largest result. */
  readonly maxTokens: number
  readonly sessions: number
  /** Of all results, from 0 to 1. */
  readonly share: number
}

/** Which tools' results filled the context. */
export function computeToolReport(calls: readonly SessionToolCall[]): ToolReport {
  const groups = new Map<string, SessionToolCall[]>()
  for (const call of calls) {
    const group = groups.get(call.tool)
    if (group) group.push(call)
    else groups.set(call.tool, [call])
  }
  const total = sumCalls(calls)
  const rows = Array.from(groups, ([tool, group]) => {
    const sum = sumCalls(group)
    return { tool, ...sum, share: total.resultTokens === 0 ? 0 : sum.resultTokens / total.resultTokens }
  })
  return { rows: rows.sort(bySize), total, estimate: ESTIMATE }
}

const ESTIMATE =
  'Tokens of results are estimated by their size (about four characters of Latin text a token, a flat number for an image); each result counts once, however often it was read again.'

function sumCalls(calls: readonly SessionToolCall[]): ToolReport['total'] {
  let resultTokens = 0
  let maxTokens = 0
  for (const call of calls) {
    resultTokens += call.resultTokens
    maxTokens = Math.max(maxTokens, call.resultTokens)
  }
  return {
    calls: calls.length,
    resultTokens,
    maxTokens,
    sessions: new Set(calls.map(({ session }) => session)).size,
  }
}

function bySize(one: ToolRow, other: ToolRow): number {
  return other.resultTokens - one.resultTokens || other.calls - one.calls || (one.tool < other.tool ? -1 : 1)
}
