import { graphemesOf } from '../terminal/text-width.ts'

/** The signs that a person sees, one by one: a flag or a letter with its accents is one. */
export function splitGraphemes(text: string): readonly string[] {
  // Most of what is typed: the segmenter takes its time.
  return PLAIN.test(text) ? text.split('') : [...graphemesOf(text)]
}

const PLAIN = /^[ -~\n\t]*$/

/** Where the sign before a place begins. */
export function previousPlace(text: string, place: number): number {
  const last = splitGraphemes(text.slice(lineStart(text, place), place)).at(-1)
  return last === undefined ? Math.max(0, place - 1) : place - last.length
}

/** Where the sign at a place ends. */
export function nextPlace(text: string, place: number): number {
  if (place >= text.length) return text.length
  const end = lineEnd(text, place)
  if (end === place) return place + 1
  return place + (splitGraphemes(text.slice(place, end))[0]?.length ?? 1)
}

/** Where the line of a place begins. */
export function lineStart(text: string, place: number): number {
  return place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1
}

/** Where it ends. */
export function lineEnd(text: string, place: number): number {
  const end = text.indexOf('\n', place)
  return end === -1 ? text.length : end
}
