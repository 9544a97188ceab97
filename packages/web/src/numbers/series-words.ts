import { oneLine } from '@antiphon/core/ui'
import type { NumbersBar, NumbersSeries } from '@antiphon/server/protocol'
import type { Measure, NumbersTexts } from '../language/numbers-texts.ts'
import { formatBarTime, formatTokens, formatUsd } from '../parts/format-numbers.ts'
import { stackHeight } from './compute-stack.ts'
import type { LegendItem } from './legend.tsx'
import type { TipContent } from './plot-tip.tsx'

/** The parts of a bar, in dollars or tokens. */
export function valuesOf({ costs, tokens }: NumbersBar, measure: Measure): readonly number[] {
  return measure === 'cost' ? costs : tokens
}

/** An amount in few characters. */
export function formatAmount(value: number, measure: Measure): string {
  return measure === 'cost' ? formatUsd(value) : formatTokens(value)
}

/** The tone of a part; what stands for several has one of its own. */
export function toneOf({ hasRest, names }: NumbersSeries, part: number): number {
  return hasRest && part === names.length - 1 ? REST_TONE : part
}

const REST_TONE = 7

/** What a part is called. */
export function nameOf({ names, hasRest }: NumbersSeries, part: number, texts: NumbersTexts): string {
  if (hasRest && part === names.length - 1) return texts.others
  const name = names[part]
  if (name) return oneLine(name, 80)
  return names.length === 1 ? texts.all : texts.unnamed.model
}

export type BarWords = { readonly index: number; readonly measure: Measure; readonly texts: NumbersTexts }

/** A bar in words, its parts from the top down. */
export function describeBar(series: NumbersSeries, { index, measure, texts }: BarWords): TipContent {
  const bar = series.bars[index]
  const values = bar ? valuesOf(bar, measure) : []
  const rows = values
    .map((value, part) => ({ part: toneOf(series, part), name: nameOf(series, part, texts), value }))
    .filter(({ value }) => value > 0)
    .reverse()
    .map(row => ({ ...row, value: formatAmount(row.value, measure) }))
  const total = formatAmount(stackHeight(values), measure)
  return {
    title: formatBarTime(bar?.from ?? '', { unit: series.unit, isLong: true }, texts),
    rows: rows.length === 1 ? rows : [...rows, { part: null, name: texts.total, value: total }],
  }
}

/** What each part stands for, and what it comes to. */
export function listLegend(
  series: NumbersSeries,
  measure: Measure,
  texts: NumbersTexts,
): readonly LegendItem[] {
  return series.names.map((_, part) => {
    const sum = series.bars.reduce((total, bar) => total + (valuesOf(bar, measure)[part] ?? 0), 0)
    return {
      part: toneOf(series, part),
      name: nameOf(series, part, texts),
      values: [formatAmount(sum, measure)],
    }
  })
}
