import { CONTEXT_ICONS } from '@antiphon/core/message'
import { formatAge, formatCount, formatLarge, oneLine } from '@antiphon/core/ui'
import type { ReferenceCount, ReferenceReport } from '@antiphon/search'
import { cutToWidth } from '../terminal/cut-to-width.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Column, formatColumns } from '../usage/format-columns.ts'

/** How much was attached in all and by kind, then a line a thing, the most frequent first. */
export function formatReferenceReport(
  { total, kinds, rows }: ReferenceReport,
  { limit, now }: { readonly limit: number; readonly now: number },
  screen: Screen,
): string[] {
  const { palette, width } = screen
  const shown = rows.slice(0, limit)
  const column = (
    heading: string,
    dispensable: number,
    toText: (count: ReferenceCount) => string,
  ): Column => ({
    ...{ heading, align: 'r', dispensable },
    cells: shown.map(row => ({ text: toText(row) })),
  })
  const columns: readonly Column[] = [
    column('times', 0, ({ times }) => formatLarge(times)),
    column('prompts', 2, ({ prompts }) => formatLarge(prompts)),
    column('sessions', 3, ({ sessions }) => formatLarge(sessions)),
    column('last', 1, ({ last }) => (last === 0 ? '' : formatAge(last, now))),
    {
      ...{ heading: 'what', align: 'l', dispensable: 0 },
      cells: shown.map(({ type, kind, label }) => ({
        text: cutToWidth(`${CONTEXT_ICONS[type]} ${oneLine(label, 300) || kind}`, Math.max(20, width - 34)),
      })),
    },
  ]
  const sum = `${formatCount(total.times, 'reference')} to ${formatCount(total.references, 'thing')} in ${formatCount(total.prompts, 'prompt')} of ${formatCount(total.sessions, 'session')}`
  const byKind = kinds.map(({ kind, times }) => `${kind} ${formatLarge(times)}`).join(' · ')
  return [palette.bold(sum), palette.dim(byKind), '', ...formatColumns(columns, screen)]
}
