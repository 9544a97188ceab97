import { decodeLatin1 } from './byte-text.ts'
import { parseJson } from './parse-text.ts'
import { isRecordEntry } from './record-entry.ts'
import { splitGluedJson } from './split-glued-json.ts'
import { isTranscriptEntry } from './transcript-entry.ts'

/**
 * Where to cut a line that is not one object: between objects that lost their newline, around zeros, and
 * where an object that was cut off meets the next one. Gives the end of each stretch; the last is the line's.
 */
export function splitDamagedLine(raw: Uint8Array): readonly number[] {
  // JSON's structure is ASCII, so it shows in latin1 as well, and there an index is a byte.
  const text = decodeLatin1(raw, 0, raw.length).replace(BYTE_ORDER_MARK, '   ')
  const ends: number[] = []
  for (const [start, end] of findNulFreeRuns(text)) {
    if (start > 0) ends.push(start)
    for (const piece of splitRun(text.slice(start, end))) ends.push(start + piece)
  }
  return closeAtLineEnd(ends, text)
}

const BYTE_ORDER_MARK = /^\xef\xbb\xbf/

// Each attempt costs one pass over the line; honest damage needs one or two.
const MAX_ATTEMPTS = 32

/** The ends of the objects in a stretch without zeros, and of what is torn between them. */
function splitRun(text: string): readonly number[] {
  const whole = findPieceEnds(text)
  if (whole) return whole
  if (!/^\s*\{/.test(text)) return [text.length]
  const starts = findEntryStarts(text)
  for (const start of starts) {
    const rest = findPieceEnds(text.slice(start))
    if (rest && areKnownEntries(text.slice(start), rest)) {
      return [...splitTornTail(text.slice(0, start), starts), ...rest.map(end => start + end)]
    }
  }
  return splitTornTail(text, starts)
}

/** The ends of the whole objects at the head of `text`, then the end of the torn one behind them. */
function splitTornTail(text: string, starts: readonly number[]): readonly number[] {
  for (const start of starts.filter(candidate => candidate < text.length).reverse()) {
    const head = findPieceEnds(text.slice(0, start))
    if (head) return [...head, text.length]
  }
  return [text.length]
}

/** The end of each object if `text` is nothing but objects; white space belongs to the object before it. */
function findPieceEnds(text: string): readonly number[] | undefined {
  const pieces = splitGluedJson(text)
  if (pieces === null) return undefined
  let position = 0
  const ends = pieces.map(piece => {
    position = text.indexOf(piece, position) + piece.length
    return position
  })
  ends[ends.length - 1] = text.length
  return ends
}

/** Where an entry may begin inside the line, by the first key of what known versions write. */
function findEntryStarts(text: string): readonly number[] {
  const starts: number[] = []
  for (const match of text.matchAll(ENTRY_HEAD)) {
    if (match.index > 0) starts.push(match.index)
    if (starts.length === MAX_ATTEMPTS) break
  }
  return starts
}

const ENTRY_HEAD = /\{"(?:parentUuid|type|uuid|isSidechain|logicalParentUuid|sessionId)":/g

/** A nested object may look like an entry; a stored one has a parent, or is a known record. */
function areKnownEntries(text: string, ends: readonly number[]): boolean {
  return ends.every((end, index) => {
    const value = parseJson(text.slice(ends[index - 1] ?? 0, end))?.value
    return isRecordEntry(value) || (isTranscriptEntry(value) && 'parentUuid' in value)
  })
}

function findNulFreeRuns(text: string): readonly (readonly [number, number])[] {
  return Array.from(
    text.matchAll(NUL_FREE_RUN),
    match => [match.index, match.index + match[0].length] as const,
  )
}

const NUL_FREE_RUN = /[^\0\r\n][^\0]*/g

/** Ends in order and without repeats; a newline belongs to the stretch before it. */
function closeAtLineEnd(ends: readonly number[], text: string): readonly number[] {
  let bodyLength = text.length
  while (text[bodyLength - 1] === '\n' || text[bodyLength - 1] === '\r') bodyLength--
  const inside = ends.filter((end, index) => end < bodyLength && end > (ends[index - 1] ?? 0))
  return [...inside, text.length]
}
