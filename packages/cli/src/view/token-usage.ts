import { isObject, oneLine } from '@antiphon/core'
import { formatTable } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatLarge } from './format-count.ts'

/** What was consumed, in tokens. */
export type TokenUsage = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

export type UsageByModel = Readonly<Record<string, TokenUsage>>

export const NO_USAGE: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

/** Reads the API's usage object; a foreign file may hold anything in its place. */
export function readUsage(usage: unknown): TokenUsage {
  return {
    input: readCount(usage, 'input_tokens'),
    output: readCount(usage, 'output_tokens'),
    cacheRead: readCount(usage, 'cache_read_input_tokens'),
    cacheWrite: readCount(usage, 'cache_creation_input_tokens'),
  }
}

/** A number that can be counted, whatever stands in the field. */
export function readCount(value: unknown, name: string): number {
  const field = isObject(value) ? value[name] : undefined
  return typeof field === 'number' && Number.isFinite(field) ? field : 0
}

export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
  }
}

/** One line a model, the numbers below each other. */
export function formatUsage(usage: UsageByModel, { palette }: Screen): string[] {
  const models = Object.entries(usage)
  const rows = models.map(([model, tokens]) => [
    { text: oneLine(model, 60) },
    ...COLUMNS.map(([label, field]) => {
      const width = Math.max(...models.map(([, other]) => formatLarge(other[field]).length))
      const number = formatLarge(tokens[field]).padStart(width)
      return { text: `${label} ${number}`, style: () => `${palette.dim(label)} ${number}` }
    }),
  ])
  return formatTable({ rows, align: 'lllll', gap: 3 })
}

const COLUMNS: readonly (readonly [string, keyof TokenUsage])[] = [
  ['in', 'input'],
  ['out', 'output'],
  ['cache read', 'cacheRead'],
  ['written', 'cacheWrite'],
]
