import type { Screen } from './screen.ts'
import { textWidth } from './text-width.ts'

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
