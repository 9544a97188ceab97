import { decodeView, type TextView } from './text-view.ts'

/**
 * The text with lines joined where a terminal's width cut a word: the line is long, a word goes up to its end, and the next
 * one begins with what no word of a language looks like. For tokens only, since names and values end with their line.
 */
export function joinWrapped(view: TextView): TextView | null {
  return decodeView(view, CUT, match => (isTorn(match[1] ?? '') ? '' : null))
}

// Looks back from the line's end, so that nothing but ends of lines is looked at.
const CUT = /\r?\n(?<=[\w.+/~=-]{6}\r?\n)(?<=[^\n]{39}\n)(?=([\w+/~=-]{3,200})(?![\w+/~=.:-]))/g

function isTorn(next: string): boolean {
  return /[0-9]/.test(next) && /[A-Za-z]/.test(next) && !/^[a-z]+[-_]?[0-9]{1,3}$|^[0-9a-f]{7,12}$/.test(next)
}
