/** The line from which on the text is the same but for whitespace; null for none. */
export function findSameButSpaces(text: string, wanted: string): number | null {
  const needle = squeezeLines(wanted).slice(0, MAXIMUM_COMPARED)
  const [first] = needle
  if (first === undefined) return null
  const lines = squeezeLines(text)
  for (const [start, { squeezed, number }] of lines.entries()) {
    if (squeezed !== first.squeezed) continue
    if (needle.every((line, index) => line.squeezed === lines[start + index]?.squeezed)) return number
  }
  return null
}

/** The line from which on the text is most like the wanted one; null where nothing is much like it. */
export function findNearestLines(text: string, wanted: string): number | null {
  const needle = wanted.split('\n')
  const telling = needle.reduce((a, b) => (b.trim().length > a.trim().length ? b : a), '').trim()
  const wantedPairs = pairsOf(telling.slice(0, MAXIMUM_UNITS))
  if (wantedPairs.size < MINIMUM_PAIRS) return null
  let best = { score: MINIMUM_LIKENESS, line: -1 }
  for (const [index, line] of text.split('\n', MAXIMUM_LINES).entries()) {
    const candidate = line.trim()
    if (candidate.length * 2 < telling.length || candidate.length > telling.length * 2) continue
    const score = likeness(wantedPairs, pairsOf(candidate.slice(0, MAXIMUM_UNITS)))
    if (score > best.score) best = { score, line: index }
  }
  const offset = needle.findIndex(line => line.trim() === telling)
  return best.line === -1 ? null : Math.max(1, best.line + 1 - offset)
}

const MAXIMUM_COMPARED = 200
const MAXIMUM_LINES = 20_000
const MAXIMUM_UNITS = 300
const MINIMUM_PAIRS = 4
const MINIMUM_LIKENESS = 0.6

type SqueezedLine = { readonly squeezed: string; readonly number: number }

/** The lines that are not blank, without the whitespace in them. */
function squeezeLines(text: string): readonly SqueezedLine[] {
  return text
    .split('\n')
    .map((line, index) => ({ squeezed: line.replaceAll(/\s+/g, ''), number: index + 1 }))
    .filter(({ squeezed }) => squeezed !== '')
}

function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>()
  for (let index = 0; index + 1 < text.length; index++) pairs.add(text.slice(index, index + 2))
  return pairs
}

/** Dice's coefficient. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const pair of a) if (b.has(pair)) common += 1
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size)
}
