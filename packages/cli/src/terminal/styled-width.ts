import { graphemesOf, graphemeWidth, textWidth } from './text-width.ts'

/** How many columns a line takes that may hold colours and links. */
export function styledWidth(line: string): number {
  return splitStyled(line).reduce((sum, { text, isStyle }) => (isStyle ? sum : sum + textWidth(text)), 0)
}

/** A line that may hold colours and links, up to a column; what is cut ends with `…`. */
export function cutStyled(line: string, columns: number): string {
  if (styledWidth(line) <= columns) return line
  let [kept, width] = ['', 0]
  for (const { text, isStyle } of splitStyled(line)) {
    if (isStyle) {
      kept += text
      continue
    }
    for (const sign of graphemesOf(text)) {
      width += graphemeWidth(sign)
      // One column for the sign that says that there is more.
      if (width > columns - 1) return `${kept}…`
      kept += sign
    }
  }
  return kept
}

type Part = { readonly text: string; readonly isStyle: boolean }

function splitStyled(line: string): readonly Part[] {
  if (!line.includes('\u001b')) return [{ text: line, isStyle: false }]
  return line.split(STYLE).map((text, index) => ({ text, isStyle: index % 2 === 1 }))
}

// Colours (CSI … m) and links (OSC 8); nothing else may stand in a line of ours.
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences are made of them
const STYLE = /(\u001b\[[0-9;:]*m|\u001b\]8;[^\u0007\u001b]*(?:\u0007|\u001b\\))/
