import { stripControl } from '@antiphon/core/ui'

/** How a part of an output looks; empty for what is plain. */
export type AnsiLook = {
  readonly color?: string
  readonly fontWeight?: number
  readonly fontStyle?: string
  readonly textDecoration?: string
}

/** A part of what a program printed, in one style. */
export type AnsiRun = { readonly text: string; readonly look: AnsiLook }

/** Cuts output where its colours change; of all that a terminal would obey only the styles are left. */
export function splitAnsi(output: string): readonly AnsiRun[] {
  if (!output.includes('\u001b[')) return [{ text: stripControl(output), look: {} }]
  const runs: AnsiRun[] = []
  let style: Style = {}
  let at = 0
  const add = (end: number): void => {
    const text = stripControl(output.slice(at, end))
    if (text !== '') runs.push({ text, look: toLook(style) })
  }
  for (const found of output.matchAll(STYLE)) {
    // Nobody reads so many colours; the rest is plain.
    if (runs.length >= MOST_RUNS) break
    add(found.index)
    at = found.index + found[0].length
    style = applyCodes(style, (found[1] ?? '').split(/[;:]/).map(Number))
  }
  add(output.length)
  return runs
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const STYLE = /\u001b\[([\d;:]{0,64})m/g
const MOST_RUNS = 2000

type Style = {
  /** 0 to 15, as terminals count them. */
  readonly colour?: number | undefined
  readonly isBold?: boolean
  readonly isDim?: boolean
  readonly isItalic?: boolean
  readonly isUnderlined?: boolean
}

function toLook({ colour, isBold, isDim, isItalic, isUnderlined }: Style): AnsiLook {
  const token = isDim ? 'quiet' : colour === undefined ? undefined : COLOURS[colour % 8]
  return {
    ...(token !== undefined && { color: `var(--${token})` }),
    ...(isBold && { fontWeight: 700 }),
    ...(isItalic && { fontStyle: 'italic' }),
    ...(isUnderlined && { textDecoration: 'underline' }),
  }
}

/** The page's own colours, which can be read in both themes, for the eight of a terminal. */
const COLOURS = ['text', 'bad', 'good', 'warn', 'accent', 'code-keyword', 'plot-3', 'text']

function applyCodes(before: Style, codes: readonly number[]): Style {
  let style = before
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0
    if (code !== 38 && code !== 48) {
      style = applyCode(style, code)
      continue
    }
    const isIndexed = codes[index + 1] === 5
    if (code === 38) style = { ...style, colour: readColour(codes.slice(index + 1)) }
    index += isIndexed ? 2 : 4
  }
  return style
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return {}
  if (code >= 30 && code <= 37) return { ...style, colour: code - 30 }
  if (code >= 90 && code <= 97) return { ...style, colour: code - 90 + 8 }
  return { ...style, ...CHANGES[code] }
}

const CHANGES: Readonly<Record<number, Style>> = {
  1: { isBold: true },
  2: { isDim: true },
  3: { isItalic: true },
  4: { isUnderlined: true },
  22: { isBold: false, isDim: false },
  23: { isItalic: false },
  24: { isUnderlined: false },
  39: { colour: undefined },
}

/** One of 256, or red, green and blue, as the nearest of the eight that the page has for both themes. */
function readColour([kind, ...rest]: readonly number[]): number | undefined {
  if (kind === 2) return toBasic(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0)
  const [index = 0] = rest
  if (kind !== 5) return undefined
  if (index < 16) return index
  if (index >= 232) return undefined
  const cube = index - 16
  const toShade = (step: number): number => step * 51
  return toBasic(toShade(Math.floor(cube / 36)), toShade(Math.floor(cube / 6) % 6), toShade(cube % 6))
}

function toBasic(red: number, green: number, blue: number): number | undefined {
  const least = Math.min(red, green, blue)
  const most = Math.max(red, green, blue)
  // Greys are the text's own colour: they must be readable on any ground.
  if (most - least < 40) return undefined
  const isOn = (value: number): boolean => value - least > (most - least) / 2
  return Number(isOn(red)) + Number(isOn(green)) * 2 + Number(isOn(blue)) * 4
}
