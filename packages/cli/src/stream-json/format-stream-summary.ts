import { formatCount, formatDuration } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import { formatRule } from '../view/format-rule.ts'
import { formatUsage } from '../view/token-usage.ts'
import type { StreamSummary } from './compute-stream-summary.ts'
import { formatCost } from './format-cost.ts'

/** The last lines of a watched stream: turns, tools, trouble, time, cost, tokens. */
export function formatStreamSummary(summary: StreamSummary, screen: Screen): string[] {
  const { statistics, badLines, usage, cost, denials, isFinished } = summary
  const { errors, byType } = statistics
  const calls = Object.values(statistics.toolCalls).reduce((total, count) => total + count, 0)
  const results = byType.result ?? 0
  const failed = Math.max(0, errors.toolResults - denials)
  const trouble = [...(failed > 0 ? [`${failed} failed`] : []), ...(denials > 0 ? [`${denials} denied`] : [])]
  const parts = [
    isFinished ? formatCount(statistics.turns, 'turn') : 'no result',
    ...(results > 1 ? [formatCount(results, 'result')] : []),
    formatCount(calls, 'tool call') + (trouble.length > 0 ? ` (${trouble.join(', ')})` : ''),
    ...(errors.answers > 0 ? [formatCount(errors.answers, 'API error')] : []),
    ...(errors.retries > 0 ? [formatCount(errors.retries, 'retry', 'retries')] : []),
    ...(badLines > 0 ? [formatCount(badLines, 'bad line')] : []),
    ...(isFinished ? [formatDuration(statistics.durationMs)] : []),
    ...(isFinished || Object.keys(usage).length > 0 ? [formatCost(cost)] : []),
  ]
  return [formatRule('', screen), ...wrapText(parts.join(' · '), screen.width), ...formatUsage(usage, screen)]
}
