/** A stretch of a text: from `start` up to, not including, `end`. */
export type Span = { readonly start: number; readonly end: number }

/** Where the wanted text stands, whatever ends the lines of either; occurrences do not overlap. */
export function findOccurrences(text: string, wanted: string): readonly Span[] {
  const plain = toLineFeeds(text)
  const needle = toLineFeeds(wanted)
  if (needle === '') return []
  const toOriginal = createPlaces(text, plain)
  const spans: Span[] = []
  let at = plain.indexOf(needle)
  while (at !== -1) {
    const end = at + needle.length
    spans.push({ start: toOriginal(at), end: toOriginal(end) })
    at = plain.indexOf(needle, end)
  }
  return spans
}

/** Puts the same text into every span. */
export function replaceSpans(text: string, spans: readonly Span[], replacement: string): string {
  const parts: string[] = []
  let position = 0
  for (const { start, end } of spans) {
    parts.push(text.slice(position, start), replacement)
    position = end
  }
  return [...parts, text.slice(position)].join('')
}

/** The number of the line in which a place lies, from 1. */
export function lineNumberAt(text: string, place: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

/** Places in the text without carriage returns → places in the text with them; asked in rising order. */
function createPlaces(text: string, plain: string): (place: number) => number {
  if (text.length === plain.length) return place => place
  let [removed, next] = [0, text.indexOf('\r\n')]
  return place => {
    while (next !== -1 && next - removed < place) {
      removed += 1
      next = text.indexOf('\r\n', next + 2)
    }
    return place + removed
  }
}

type LineEnding = '\n' | '\r\n'

/** Text as a model reads and writes it: every line ends with a line feed. */
export function toLineFeeds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text
}

/** The ending of most lines. */
export function dominantLineEnding(text: string): LineEnding {
  let [pairs, feeds] = [0, 0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') pairs += 1
    else feeds += 1
  }
  return pairs > feeds ? '\r\n' : '\n'
}

/** Gives every line the ending. */
export function withLineEnding(text: string, ending: LineEnding): string {
  const plain = toLineFeeds(text)
  return ending === '\n' ? plain : plain.replaceAll('\n', ending)
}
