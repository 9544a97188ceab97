import { stripControl } from '@antiphon/core/ui'

/** A part of what a program printed, in one style; `names` are those of the page's own classes. */
export type AnsiRun = { readonly text: string; readonly names: readonly string[] }

/** Cuts output where its colours change; of all that a terminal would obey only the styles are left. */
export function splitAnsi(output: string): readonly AnsiRun[] {
  if (!output.includes('\u001b[')) return [{ text: stripControl(output), names: [] }]
  const runs: AnsiRun[] = []
  let style = PLAIN
  let at = 0
  const add = (end: number): void => {
    const text = stripControl(output.slice(at, end))
    if (text !== '') runs.push({ text, names: toNames(style) })
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
  readonly colour: number | undefined
  readonly isBold: boolean
  readonly isDim: boolean
  readonly isItalic: boolean
  readonly isUnderlined: boolean
}

const PLAIN: Style = {
  colour: undefined,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
}

function toNames({ colour, isBold, isDim, isItalic, isUnderlined }: Style): readonly string[] {
  return [
    ...(colour === undefined ? [] : [`ansi-${colour % 8}`]),
    ...(isBold ? ['ansi-bold'] : []),
    ...(isDim ? ['ansi-dim'] : []),
    ...(isItalic ? ['ansi-italic'] : []),
    ...(isUnderlined ? ['ansi-underlined'] : []),
  ]
}

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
  if (code === 0) return PLAIN
  if (code === 1) return { ...style, isBold: true }
  if (code === 2) return { ...style, isDim: true }
  if (code === 3) return { ...style, isItalic: true }
  if (code === 4) return { ...style, isUnderlined: true }
  if (code === 22) return { ...style, isBold: false, isDim: false }
  if (code === 23) return { ...style, isItalic: false }
  if (code === 24) return { ...style, isUnderlined: false }
  if (code === 39) return { ...style, colour: undefined }
  if (code >= 30 && code <= 37) return { ...style, colour: code - 30 }
  if (code >= 90 && code <= 97) return { ...style, colour: code - 90 + 8 }
  return style
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
