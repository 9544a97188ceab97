import type { Output } from '@antiphon/host'
import { textWidth } from './text-width.ts'

/** What a format needs to know of the place where its lines are going to stand. */
export type Screen = { readonly width: number; readonly palette: Palette }

type CreateScreenOptions = {
  readonly output: Output
  /** Another output of the same process: where this one is a pipe, that one may be the terminal behind it. */
  readonly beside?: Output
  readonly env: Readonly<Record<string, string | undefined>>
  readonly choice: ColorChoice
}

/** Measures the output: a terminal by itself, a pipe by COLUMNS or by the terminal beside it, everything else is 80 wide. */
export function createScreen({ output, beside, env, choice }: CreateScreenOptions): Screen {
  const isColored = wantsColor({ choice, isTerminal: output.isTerminal, env })
  return { width: readWidth([output, beside], env), palette: createPalette(isColored) }
}

/** The same screen with `columns` less room, for lines that are going to be indented. */
export function inset(screen: Screen, columns: number): Screen {
  return { ...screen, width: Math.max(MIN_WIDTH, screen.width - columns) }
}

/** Lines moved to the right; empty lines stay empty. */
export function indent(lines: readonly string[], prefix: string): string[] {
  return lines.map(line => (line === '' ? '' : prefix + line))
}

const MIN_WIDTH = 20
// Longer lines are hard to read, however wide the window is.
const MAX_WIDTH = 120
const DEFAULT_WIDTH = 80

function readWidth(
  [output, beside]: readonly [Output, Output | undefined],
  env: CreateScreenOptions['env'],
): number {
  const asked = Number.parseInt(env.COLUMNS ?? '', 10)
  const width = output.columns() ?? (asked > 0 ? asked : (beside?.columns() ?? DEFAULT_WIDTH))
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width))
}

/** Puts a text into one of the terminal's styles, or leaves it as it is. */
export type Style = (text: string) => string

export type Palette = Readonly<Record<keyof typeof CODES, Style>>

// The sixteen colours of the terminal's own theme, so that dark and light both stay readable.
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const

/** No style at all. */
export const plain: Style = text => text

/** The styles of the terminal; without colour each gives its text back. */
export function createPalette(isColored: boolean): Palette {
  const style =
    ([open, close]: readonly [number, number]): Style =>
    text =>
      isColored && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text
  // It has the keys that it is made of; the type of `fromEntries` does not say so.
  return Object.fromEntries(Object.entries(CODES).map(([name, codes]) => [name, style(codes)])) as Palette
}

export const COLOR_CHOICES = ['auto', 'always', 'never'] as const

export type ColorChoice = (typeof COLOR_CHOICES)[number]

type WantsColorOptions = {
  readonly choice: ColorChoice
  readonly isTerminal: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Whether to colour: what the person asked for, then FORCE_COLOR, then NO_COLOR, then whether a terminal reads it. */
export function wantsColor({ choice, isTerminal, env }: WantsColorOptions): boolean {
  if (choice !== 'auto') return choice === 'always'
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false
  return isTerminal && env.TERM !== 'dumb'
}

/** Puts words behind the last line, or below it where there is no room. */
export function appendSuffix(lines: readonly string[], suffix: string, { width, palette }: Screen): string[] {
  if (suffix === '') return [...lines]
  const last = lines.at(-1) ?? ''
  const hasRoom = visibleWidth(last) + 1 + textWidth(suffix) <= width
  return hasRoom
    ? [...lines.slice(0, -1), `${last} ${palette.dim(suffix)}`]
    : [...lines, `  ${palette.dim(suffix)}`]
}

/** The width of a line without the styles that we put on it; those of others were removed before. */
function visibleWidth(line: string): number {
  return textWidth(line.replace(STYLE, ''))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a style begins with an escape
const STYLE = /\u001b\[\d+m/g
