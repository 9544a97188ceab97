import { formatNumber, stripControl } from '@antiphon/core/ui'
import type { Counts } from '@antiphon/core/wire'
import { formatTable, type TableCell } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import type { StreamSummary } from './stream-summary.ts'

/** How often each type of event, block and tool came, in one table. */
export function formatStatistics({ statistics, badLines }: StreamSummary, screen: Screen): string[] {
  const { byType, bySubtype, byBlock, toolCalls, events } = statistics
  const rows = [
    ...section('event', events, screen),
    ...Object.entries(byType).flatMap(([type, count]) => [
      row(type, count),
      ...entriesOf(bySubtype, `${type}/`).map(([name, times]) => row(`  ${name}`, times, screen)),
    ]),
    ...(badLines > 0 ? [row('(bad line)', badLines)] : []),
    ...countsSection('block', byBlock, screen),
    ...countsSection('tool', toolCalls, screen),
  ]
  return formatTable({ rows, align: 'lr', gap: 3 })
}

function countsSection(title: string, counts: Counts, screen: Screen): (readonly TableCell[])[] {
  const entries = Object.entries(counts).sort(([, one], [, other]) => other - one)
  if (entries.length === 0) return []
  const total = entries.reduce((sum, [, count]) => sum + count, 0)
  return [
    [{ text: '' }],
    ...section(title, total, screen),
    ...entries.map(([name, count]) => row(name, count)),
  ]
}

function section(title: string, total: number, { palette }: Screen): (readonly TableCell[])[] {
  return [
    [
      { text: title, style: palette.bold },
      { text: formatNumber(total), style: palette.bold },
    ],
  ]
}

function row(name: string, count: number, screen?: Screen): readonly TableCell[] {
  const style = screen ? { style: screen.palette.dim } : {}
  return [
    { text: stripControl(name), ...style },
    { text: formatNumber(count), ...style },
  ]
}

function entriesOf(counts: Counts, prefix: string): readonly (readonly [string, number])[] {
  return Object.entries(counts)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, count]) => [name.slice(prefix.length), count] as const)
}
