import type { NumbersBar, NumbersSeries } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { makeRow } from '../../test/make-sessions.ts'
import { NUMBERS_ENGLISH } from '../language/numbers-texts.ts'
import { collapseBars } from './collapse-bars.ts'
import { sortRows } from './data-table.tsx'
import { createNameOf, formatPart, formatSum, listLegend, onlyPart } from './series-words.ts'

const bar = (cost: number, day = 1): NumbersBar => ({ from: `2026-01-${day}`, costs: [cost], tokens: [cost] })

describe('collapseBars', () => {
  it('makes one place of a long stretch without anything, and keeps a short one', () => {
    const long = Array.from({ length: 9 }, () => bar(0))
    const shown = collapseBars([bar(1), bar(0), bar(0), bar(2), ...long, bar(3)])
    expect(shown.map(({ costs, skipped }) => [costs[0], skipped])).toEqual([
      ...[
        [1, 0],
        [0, 0],
        [0, 0],
        [2, 0],
        [0, 9],
        [3, 0],
      ],
    ])
  })
  it('loses nothing: what is left out had nothing', () => {
    const bars = [bar(0), ...Array.from({ length: 30 }, (_, index) => bar(index % 9 === 0 ? index : 0))]
    const sum = (all: readonly NumbersBar[]): number =>
      all.reduce((total, { costs }) => total + (costs[0] ?? 0), 0)
    const shown = collapseBars(bars)
    expect(sum(shown)).toBe(sum(bars))
    expect(shown.reduce((count, { skipped }) => count + (skipped || 1), 0)).toBe(bars.length)
  })
})

describe('parts of bars', () => {
  const series = (names: readonly (string | null)[], ids: readonly (string | null)[] = []): NumbersSeries =>
    ({
      unit: 'day',
      names,
      ids,
      isEstimated: [false, true],
      hasRest: false,
      bars: [{ from: '', costs: [1, 2], tokens: [3, 4] }],
      leftOut: 0,
    }) as NumbersSeries
  const rows = new Map([['id', makeRow('id', { title: 'The fog horn' })]])
  const nameOf = (by: Parameters<typeof createNameOf>[0]) =>
    createNameOf(by, { rows, texts: NUMBERS_ENGLISH })

  it('have names for people', () => {
    const models = series(['claude-opus-4-5-20251101', 'antiphon-demo', null])
    expect([0, 1, 2].map(part => nameOf('model')(models, part))).toEqual([
      'Opus 4.5',
      'Demo model (free)',
      'No model',
    ])
    expect(nameOf('project')(series(['/home/dev/lighthouse']), 0)).toBe('lighthouse')
    expect(nameOf('session')(series(['s1', 's2'], ['id', null]), 0)).toBe('The fog horn')
    expect(nameOf('session')(series(['s1', 's2'], ['id', null]), 1)).toBe('s2')
  })
  it('are marked where their costs are estimated, and so are sums of them', () => {
    const options = { series: series(['a', 'b']), measure: 'cost', texts: NUMBERS_ENGLISH } as const
    expect([formatPart(1, 0, options), formatPart(2, 1, options), formatPart(0, 1, options)]).toEqual([
      '$1.00',
      '~$2.00',
      '$0.00',
    ])
    expect([formatSum([1, 0], options), formatSum([1, 2], options)]).toEqual(['$1.00', '~$3.00'])
    expect(formatSum([1, 2], { ...options, measure: 'tokens' })).toBe('3')
    expect(listLegend({ ...options, nameOf: nameOf('model') }).map(({ values }) => values)).toEqual([
      ['$1.00'],
      ['~$2.00'],
    ])
  })
  it('can be looked at alone', () => {
    expect(onlyPart(series(['a', 'b']), 1).bars[0]).toMatchObject({ costs: [0, 2], tokens: [0, 4] })
  })
})

describe('sortRows', () => {
  const columns = [
    { heading: 'Name', toCell: ({ name }: Row) => name, toValue: ({ name }: Row) => name },
    { heading: 'Size', toCell: ({ size }: Row) => size, toValue: ({ size }: Row) => size },
  ]
  type Row = { readonly name: string; readonly size: number }
  const sample: readonly Row[] = [
    { name: 'b', size: 10 },
    { name: 'a', size: 9 },
    { name: 'c', size: 100 },
  ]
  const order = (column: number, isDown: boolean): string =>
    sortRows(sample, columns, { column, isDown })
      .map(({ name }) => name)
      .join('')
  it('sorts by numbers as numbers and by words as words, both ways, and not at all unless asked', () => {
    expect([order(1, true), order(1, false), order(0, false)]).toEqual(['cba', 'abc', 'abc'])
    expect(sortRows(sample, columns, null)).toBe(sample)
  })
})
