import { formatCount, formatDuration, formatLarge, oneLine } from '@antiphon/core/ui'
import type { CacheBreakReport, Calendar } from '@antiphon/search'
import { uniquePrefixes } from '../session-list/short-names.ts'
import { alike } from '../terminal/format-alike.ts'
import { columnsOf, formatColumns } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/text-width.ts'
import { type SessionBreaks, sumCacheBreaks } from './collect-cache-breaks.ts'
import { formatTotalCost } from './format-usage-table.ts'

/** Where the prompt cache of one session broke, line by line. */
export function formatCacheBreaks(
  { breaks, report }: SessionBreaks,
  { minuteOf }: Calendar,
  screen: Screen,
): string[] {
  const { palette, width } = screen
  if (breaks.length === 0)
    return [`The prompt cache held: ${formatCount(report.requests, 'answer')} and no break.`]
  const column = columnsOf(breaks)
  const explanations = [...new Set(breaks.map(({ reason, explanation }) => `${reason}: ${explanation}`))]
  return [
    ...formatColumns(
      [
        column('time', 0, ({ at }) => minuteOf(at) ?? '', LEFT),
        column('agent', 5, ({ agent }) => oneLine(agent ?? '', 12), LEFT),
        column('reason', 0, ({ reason }) => reason, LEFT),
        column('since', 3, ({ elapsedMs }) => (elapsedMs === null ? '' : formatDuration(elapsedMs))),
        column(
          'cached',
          2,
          alike(breaks, ({ cachedTokens }) => cachedTokens),
        ),
        column(
          'read',
          4,
          alike(breaks, ({ readTokens }) => readTokens),
        ),
        column(
          'resent',
          1,
          alike(breaks, ({ resentTokens }) => resentTokens),
        ),
        column('extra', 0, ({ extraUsd, isCostKnown }) =>
          formatTotalCost({ costUsd: extraUsd, isCostKnown }),
        ),
      ],
      screen,
    ),
    '',
    formatSum(report),
    ...explanations.flatMap(text => wrapText(oneLine(text, 300), width)).map(palette.dim),
  ]
}

const LEFT = { align: 'l' } as const

/** A line a session, the one first whose breaks cost most. */
export function formatAllCacheBreaks(
  sessions: readonly SessionBreaks[],
  { minuteOf }: Calendar,
  screen: Screen,
): string[] {
  const broken = sessions.filter(({ breaks }) => breaks.length > 0)
  const total = sumCacheBreaks(sessions.map(({ report }) => report))
  if (broken.length === 0) return [`The prompt cache held in ${formatCount(sessions.length, 'session')}.`]
  const shortIds = uniquePrefixes(
    sessions.map(({ session }) => session),
    8,
  )
  const column = columnsOf(broken)
  return [
    ...formatColumns(
      [
        column('session', 0, ({ session }) => oneLine(shortIds.get(session) ?? session, 40), LEFT),
        column('last', 3, ({ breaks }) => minuteOf(breaks.at(-1)?.at ?? null) ?? '', LEFT),
        column('answers', 2, ({ report }) => formatLarge(report.requests)),
        column('breaks', 0, ({ breaks }) => formatLarge(breaks.length)),
        column(
          'resent',
          1,
          alike(broken, ({ report }) => report.resentTokens),
        ),
        column('extra', 0, ({ report }) =>
          formatTotalCost({ costUsd: report.extraUsd, isCostKnown: report.isCostKnown }),
        ),
        column('reasons', 4, formatReasons, LEFT),
      ],
      screen,
    ),
    '',
    formatSum(total),
  ]
}

function formatReasons({ breaks }: SessionBreaks): string {
  const counts = new Map<string, number>()
  for (const { reason } of breaks) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return Array.from(counts, ([reason, count]) => `${reason} ${count}`).join(', ')
}

function formatSum({ breaks, resentTokens, extraUsd, isCostKnown }: CacheBreakReport): string {
  const cost = formatTotalCost({ costUsd: extraUsd, isCostKnown })
  return `${formatCount(breaks.length, 'break')}, ${formatLarge(resentTokens)} tokens sent again, ${cost} beyond reading them from the cache.`
}
