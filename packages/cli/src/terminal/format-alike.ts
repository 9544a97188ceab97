import { formatNumber } from '@antiphon/core/ui'
import { formatUsd } from '@antiphon/core/usage'

/** Gives the text of a row's number, all numbers of a column in one form, so that they can be compared by looking at them. */
export function alike<Row extends object>(
  rows: readonly Row[],
  toNumber: (row: Row) => number,
  formatAll: (values: readonly number[]) => readonly string[] = formatLargeNumbers,
): (row: Row) => string {
  const texts = formatAll(rows.map(toNumber))
  const byRow = new Map(rows.map((row, index) => [row, texts[index] ?? '']))
  return row => byRow.get(row) ?? ''
}

/** Exact where all are below 100,000, else all in thousands or all in millions. */
export function formatLargeNumbers(values: readonly number[]): readonly string[] {
  const largest = Math.max(0, ...values)
  if (largest < 99_999.5) return values.map(formatNumber)
  if (largest < 999_950) return values.map(value => scale(value, { unit: 1000, digits: 1, sign: 'k' }))
  return values.map(value => scale(value, { unit: 1_000_000, digits: 2, sign: 'M' }))
}

type Scale = { readonly unit: number; readonly digits: number; readonly sign: string }

function scale(value: number, { unit, digits, sign }: Scale): string {
  if (value === 0) return '0'
  const least = 10 ** -digits
  return value / unit < least ? `<${least}${sign}` : `${(value / unit).toFixed(digits)}${sign}`
}

/** Dollars, all with as many digits: four where none is above one. */
export function formatDollars(values: readonly number[]): readonly string[] {
  if (Math.max(0, ...values) < 1) return values.map(formatUsd)
  return values.map(value => (value > 0 && value < 0.005 ? '<$0.01' : `$${value.toFixed(2)}`))
}
