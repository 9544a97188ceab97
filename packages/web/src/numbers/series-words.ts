import { isSimulatedModel } from '@antiphon/contract'
import { formatModel, oneLine } from '@antiphon/core/ui'
import type { NumbersBar, NumbersGroup, NumbersSeries, SessionRow } from '@antiphon/server/protocol'
import type { Measure, NumbersTexts } from '../language/numbers-texts.ts'
import { formatBarTime, formatTokens, formatUsd, formatWhole } from '../parts/format-numbers.ts'
import { splitPath } from '../parts/split-path.ts'
import { titleOf } from '../parts/title-of.ts'
import type { ShownBar } from './collapse-bars.ts'
import { stackHeight } from './compute-stack.ts'
import type { LegendItem } from './legend.tsx'
import type { TipContent } from './plot-tip.tsx'

/** The parts of a bar, in dollars or tokens. */
export function valuesOf({ costs, tokens }: NumbersBar, measure: Measure): readonly number[] {
  return measure === 'cost' ? costs : tokens
}

/** What is formatted of a series. */
export type AmountOptions = {
  readonly series: NumbersSeries
  readonly measure: Measure
  readonly texts: NumbersTexts
}

/** The amount of a part in few characters, marked where it is estimated. */
export function formatPart(value: number, part: number, { series, measure, texts }: AmountOptions): string {
  if (measure !== 'cost') return formatTokens(value)
  const isMarked = value > 0 && series.isEstimated[part] === true
  return isMarked ? texts.atLeast(formatUsd(value)) : formatUsd(value)
}

/** The sum of parts in few characters, marked where one of them is estimated. */
export function formatSum(values: readonly number[], options: AmountOptions): string {
  const estimated = values.findIndex((value, part) => value > 0 && options.series.isEstimated[part])
  return formatPart(stackHeight(values), estimated, options)
}

/** The tone of a part; what stands for several has one of its own. */
export function toneOf({ hasRest, names }: NumbersSeries, part: number): number {
  return hasRest && part === names.length - 1 ? REST_TONE : part
}

const REST_TONE = 7

/** What a part is called. */
export type NameOf = (series: NumbersSeries, part: number) => string

/** Names parts as people do: models by their names, folders by the last of theirs, sessions by their titles. */
export function createNameOf(
  by: NumbersGroup,
  { rows, texts }: { readonly rows: ReadonlyMap<string, SessionRow>; readonly texts: NumbersTexts },
): NameOf {
  return ({ names, ids, hasRest }, part) => {
    if (hasRest && part === names.length - 1) return texts.others
    const row = rows.get(ids[part] ?? '')
    const title = row ? titleOf(row, 80) : ''
    const name = names[part]
    if (title !== '') return title
    if (!name) return names.length === 1 ? texts.all : texts.unnamed[by]
    if (by === 'project') return splitPath(name).name
    return by === 'session' || by === 'tool' ? oneLine(name, 80) : nameModel(name, texts)
  }
}

/** A model's name for people; what answers in a model's place says that it costs nothing. */
export function nameModel(model: string, texts: NumbersTexts): string {
  return isSimulatedModel(model) ? texts.demoModel : oneLine(formatModel(model), 80)
}

/** The series with one of its parts alone; the others are as if they were not there. */
export function onlyPart(series: NumbersSeries, place: number): NumbersSeries {
  const keep = (values: readonly number[]): readonly number[] =>
    values.map((value, part) => (part === place ? value : 0))
  return {
    ...series,
    bars: series.bars.map(({ from, costs, tokens }) => ({ from, costs: keep(costs), tokens: keep(tokens) })),
  }
}

export type BarWords = AmountOptions & { readonly nameOf: NameOf }

/** A bar in words, its parts from the top down. */
export function describeBar(bar: ShownBar | undefined, options: BarWords): TipContent {
  const { series, measure, texts, nameOf } = options
  const values = bar ? valuesOf(bar, measure) : []
  const title = formatBarTime(bar?.from ?? '', { unit: series.unit, isLong: true }, texts)
  if (bar && bar.skipped > 0)
    return { title: texts.nothingFor(formatWhole(bar.skipped), series.unit, title), rows: [] }
  const rows = values
    .map((value, place) => ({ place, part: toneOf(series, place), name: nameOf(series, place), value }))
    .filter(({ value }) => value > 0)
    .reverse()
    .map(({ place, ...row }) => ({ ...row, value: formatPart(row.value, place, options) }))
  const total = formatSum(values, options)
  return {
    title,
    rows: rows.length === 1 ? rows : [...rows, { part: null, name: texts.total, value: total }],
  }
}

/** What each part stands for, and what it comes to. */
export function listLegend(options: BarWords): readonly LegendItem[] {
  const { series, measure, nameOf } = options
  return series.names.map((_, part) => {
    const sum = series.bars.reduce((total, bar) => total + (valuesOf(bar, measure)[part] ?? 0), 0)
    return {
      part: toneOf(series, part),
      name: nameOf(series, part),
      values: [formatPart(sum, part, options)],
    }
  })
}
