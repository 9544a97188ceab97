import { isObject } from '@antiphon/contract'
import { formatLarge, oneLine } from '@antiphon/core/ui'
import { formatTable } from '../terminal/format-table.ts'
import { createPalette, indent, inset, type Screen } from '../terminal/screen.ts'
import { textWidth, wrapText } from '../terminal/text-width.ts'

/** What was consumed, in tokens. */
export type TokenUsage = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** The output with an estimate from the content, where a record of it cannot be true. */
  readonly outputAtLeast?: number
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

/** Both together. */
export function addTokenUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    ...((one.outputAtLeast !== undefined || other.outputAtLeast !== undefined) && {
      outputAtLeast: (one.outputAtLeast ?? one.output) + (other.outputAtLeast ?? other.output),
    }),
  }
}

/** One line a model, the numbers below each other; on a narrow screen the numbers stand below the model. */
export function formatUsage(usage: UsageByModel, screen: Screen): string[] {
  const table = formatUsageTable(usage, screen)
  const plain = formatUsageTable(usage, { ...screen, palette: createPalette(false) })
  if (plain.every(line => textWidth(line) <= screen.width)) return table
  return Object.entries(usage).flatMap(([model, tokens]) => {
    const numbers = COLUMNS.map(([label, field]) => `${label} ${formatField(tokens, field)}`).join(' · ')
    return [oneLine(model, 60), ...indent(wrapText(numbers, inset(screen, 2).width), '  ')]
  })
}

function formatUsageTable(usage: UsageByModel, { palette }: Screen): string[] {
  const models = Object.entries(usage)
  const rows = models.map(([model, tokens]) => [
    { text: oneLine(model, 60) },
    ...COLUMNS.map(([label, field]) => {
      const width = Math.max(...models.map(([, other]) => formatField(other, field).length))
      const number = formatField(tokens, field).padStart(width)
      return { text: `${label} ${number}`, style: () => `${palette.dim(label)} ${number}` }
    }),
  ])
  return formatTable({ rows, align: 'lllll' })
}

/** A record that cannot be true is followed by what it is at least. */
function formatField(tokens: TokenUsage, field: Field): string {
  const { outputAtLeast } = tokens
  const recorded = formatLarge(tokens[field])
  return field === 'output' && outputAtLeast !== undefined && outputAtLeast > tokens.output
    ? `${recorded} (at least ${formatLarge(outputAtLeast)})`
    : recorded
}

type Field = Exclude<keyof TokenUsage, 'outputAtLeast'>

const COLUMNS: readonly (readonly [string, Field])[] = [
  ['in', 'input'],
  ['out', 'output'],
  ['cache read', 'cacheRead'],
  ['written', 'cacheWrite'],
]
