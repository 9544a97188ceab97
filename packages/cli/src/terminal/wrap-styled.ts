import type { Style } from './screen.ts'
import { wrapText } from './text-width.ts'

/** Words that look alike. */
export type StyledText = { readonly text: string; readonly style: Style }

/** The lines of a text of several looks, none wider than `width` columns; no look goes over the end of a line. */
export function wrapStyled(parts: readonly StyledText[], width: number): string[] {
  const whole = parts.map(({ text }) => text.replaceAll('\t', '  ')).join('')
  const lines: string[] = []
  let position = 0
  for (const line of wrapText(whole, width)) {
    const words = line.trimStart()
    const found = whole.indexOf(words, position)
    const start = found === -1 ? position : found
    // What a wrapped line begins with is not in the text, unless it is the text's own indent.
    const lead = line.slice(0, line.length - words.length)
    lines.push(lead + styleRange(parts, start, start + words.length))
    position = start + words.length
  }
  return lines
}

function styleRange(parts: readonly StyledText[], start: number, end: number): string {
  let at = 0
  let styled = ''
  for (const { text, style } of parts) {
    const own = text.replaceAll('\t', '  ')
    const from = Math.max(0, start - at)
    const to = Math.min(own.length, end - at)
    if (to > from) styled += style(own.slice(from, to))
    at += own.length
    if (at >= end) break
  }
  return styled
}
