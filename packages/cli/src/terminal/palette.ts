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

/** The styles of the terminal; without colour each gives its text back. */
export function createPalette(isColored: boolean): Palette {
  const style =
    ([open, close]: readonly [number, number]): Style =>
    text =>
      isColored && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    bold: style(CODES.bold),
    dim: style(CODES.dim),
    italic: style(CODES.italic),
    red: style(CODES.red),
    green: style(CODES.green),
    yellow: style(CODES.yellow),
    blue: style(CODES.blue),
    magenta: style(CODES.magenta),
    cyan: style(CODES.cyan),
  }
}
