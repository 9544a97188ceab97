import type { NumbersBar, NumbersSeries } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import type { Measure } from '../language/numbers-texts.ts'
import { formatBarTime } from '../parts/format-numbers.ts'
import { stackHeight } from './compute-stack.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { formatAmount, nameOf, valuesOf } from './series-words.ts'
import { useWords } from './use-words.ts'

export type BarTableProps = {
  readonly series: NumbersSeries
  readonly measure: Measure
  /** True where it is only there to be heard. */
  readonly isHidden: boolean
}

/** The numbers of the bars, the newest first. */
export function BarTable({ series, measure, isHidden }: BarTableProps): ReactElement {
  const words = useWords()
  const { texts, language } = words
  // Nothing must not look like a number.
  const format = (value: number): string => (value === 0 ? '–' : formatAmount(value, measure, language))
  const time: DataColumn<NumbersBar> = {
    heading: texts.time,
    isWords: true,
    toCell: ({ from }) => formatBarTime(from, { unit: series.unit, isLong: true, language }, texts),
  }
  const parts = series.names.map(
    (_, part): DataColumn<NumbersBar> => ({
      heading: nameOf(series, part, words),
      toCell: bar => format(valuesOf(bar, measure)[part] ?? 0),
    }),
  )
  const total: DataColumn<NumbersBar> = {
    heading: texts.total,
    toCell: bar => format(stackHeight(valuesOf(bar, measure))),
  }
  return (
    <DataTable
      caption={texts.overTime(texts.measures[measure], series.unit)}
      isCaptionHidden
      isReachable={!isHidden}
      columns={[time, ...parts, ...(parts.length > 1 ? [total] : [])]}
      rows={series.bars.toReversed()}
      keyOf={({ from }) => from}
    />
  )
}
