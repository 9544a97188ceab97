import type { WorkLanguage } from '@antiphon/core/turns'
import type { Output } from '@antiphon/host'
import { type BackgroundTone, type ColorLook, SAFE_LOOK } from './color-look.ts'
import { styledWidth } from './styled-width.ts'
import { textWidth } from './text-width.ts'

/** What a format needs to know of the place where its lines are going to stand. */
export type Screen = {
  readonly width: number
  readonly palette: Palette
  /** In which the formats speak; English unless told. */
  readonly language?: WorkLanguage
}

type CreateScreenOptions = {
  readonly output: Output
  /** Another output of the same process: where this one is a pipe, that one may be the terminal behind it. */
  readonly beside?: Output
  readonly env: Readonly<Record<string, string | undefined>>
  readonly choice: ColorChoice
  /** What the terminal can, where more is known than that it has colours. */
  readonly look?: ColorLook
}

/** Measures the output: a terminal by itself, a pipe by COLUMNS or by the terminal beside it, everything else is 80 wide. */
export function createScreen({ output, beside, env, choice, look }: CreateScreenOptions): Screen {
  const isColored = wantsColor({ choice, isTerminal: output.isTerminal, env })
  return { width: readWidth([output, beside], env), palette: createPalette(isColored, look) }
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

/** The name of a style. */
export type StyleName = keyof typeof CODES

export type Palette = Readonly<Record<StyleName, Style>> & {
  /** Words that lead somewhere, where the terminal has links and the address is one that a person may open. */
  readonly link: (text: string, address: string) => string
}

// The sixteen colours of the terminal's own theme: whatever is behind them, they are readable.
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

/** Colours that are read well on dark and on light, as red, green, blue and as the nearest of the 256. */
const SHADES: Readonly<Record<BackgroundTone, Readonly<Partial<Record<StyleName, Shade>>>>> = {
  dark: {
    red: [244, 112, 103, 203],
    green: [107, 196, 109, 77],
    yellow: [218, 170, 63, 178],
    blue: [108, 182, 255, 75],
    magenta: [203, 152, 255, 177],
    cyan: [86, 206, 216, 80],
  },
  light: {
    red: [180, 30, 40, 124],
    green: [20, 110, 50, 22],
    yellow: [138, 91, 0, 94],
    blue: [9, 94, 200, 26],
    magenta: [118, 62, 200, 91],
    cyan: [0, 105, 115, 23],
  },
}

type Shade = readonly [red: number, green: number, blue: number, index: number]

/** The styles of the terminal; without colour each gives its text back. */
export function createPalette(isColored: boolean, { depth, tone, hasLinks }: ColorLook = SAFE_LOOK): Palette {
  const toOpening = (name: StyleName): string => {
    const shade = tone === null || depth === 16 ? undefined : SHADES[tone][name]
    if (!shade) return String(CODES[name][0])
    return depth === 256 ? `38;5;${shade[3]}` : `38;2;${shade.slice(0, 3).join(';')}`
  }
  const style = (name: StyleName): Style => {
    const [open, close] = [`\u001b[${toOpening(name)}m`, `\u001b[${CODES[name][1]}m`]
    return text => (isColored && text !== '' ? open + text + close : text)
  }
  const names = Object.keys(CODES) as readonly StyleName[]
  return {
    // It has the keys that it is made of; the type of `fromEntries` does not say so.
    ...(Object.fromEntries(names.map(name => [name, style(name)])) as Record<StyleName, Style>),
    link: (text, address) =>
      isColored && hasLinks && text !== '' && ADDRESS.test(address)
        ? `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`
        : text,
  }
}

// What a terminal may be told to open, in the signs that addresses are written in.
const ADDRESS = /^(?:https?|file|mailto):[!-~]{1,2000}$/

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
  const hasRoom = styledWidth(last) + 1 + textWidth(suffix) <= width
  return hasRoom
    ? [...lines.slice(0, -1), `${last} ${palette.dim(suffix)}`]
    : [...lines, `  ${palette.dim(suffix)}`]
}
