import { textWidth } from './text-width.ts'

/** The end of a text that fits into a width, behind a mark that there is more; in time of the width, however long the text. */
export function cutStart(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const characters = Array.from(text.slice(-width * MOST_UNITS))
  while (characters.length > 0 && textWidth(characters.join('')) > width - 1) characters.shift()
  return `…${characters.join('')}`
}

// More than any character that a person would know as one.
const MOST_UNITS = 20
