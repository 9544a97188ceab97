import { formatDuration } from '@antiphon/core'
import type { Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import { formatCount } from '../view/format-count.ts'
import { formatRule } from '../view/format-rule.ts'
import { formatUsage } from '../view/token-usage.ts'
import type { StreamSummary } from './compute-stream-summary.ts'

/** The last lines of a watched stream: turns, tools, trouble, time, cost, tokens. */
export function formatStreamSummary(summary: StreamSummary, screen: Screen): string[] {
  const { statistics, badLines, usage } = summary
  const { errors } = statistics
  const calls = Object.values(statistics.toolCalls).reduce((total, count) => total + count, 0)
  const isFinished = Object.keys(statistics.bySession).length > 0
  const parts = [
    isFinished ? formatCount(statistics.turns, 'turn') : 'no result',
    formatCount(calls, 'tool call') + (errors.toolResults > 0 ? ` (${errors.toolResults} failed)` : ''),
    ...(errors.retries > 0 ? [formatCount(errors.retries, 'retry', 'retries')] : []),
    ...(badLines > 0 ? [formatCount(badLines, 'bad line')] : []),
    ...(isFinished ? [formatDuration(statistics.durationMs), formatCost(statistics.costUsd)] : []),
  ]
  return [formatRule('', screen), ...wrapText(parts.join(' · '), screen.width), ...formatUsage(usage, screen)]
}

function formatCost(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`
}
