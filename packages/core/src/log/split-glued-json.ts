/**
 * The JSON objects that stand on one line, as their exact texts: one, or several that lost the newline
 * between them. Null when anything else than objects and white space stands there, or one is cut off.
 * Only the boundaries are checked; whether a piece is valid JSON is for `JSON.parse` to say.
 */
export function splitGluedJson(line: string): readonly string[] | null {
  const pieces: string[] = []
  let position = skipWhiteSpace(line, 0)
  while (position < line.length) {
    const end = findObjectEnd(line, position)
    if (end === -1) return null
    pieces.push(line.slice(position, end))
    position = skipWhiteSpace(line, end)
  }
  return pieces.length === 0 ? null : pieces
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The index behind the object that begins at `start`, or -1 when none begins there or it never closes. */
function findObjectEnd(line: string, start: number): number {
  if (line[start] !== '{') return -1
  let depth = 0
  for (let index = start; index < line.length; index++) {
    switch (line.charCodeAt(index)) {
      case QUOTE:
        index = findStringEnd(line, index)
        if (index === -1) return -1
        break
      case 0x7b:
      case 0x5b:
        depth++
        break
      case 0x7d:
      case 0x5d:
        depth--
        if (depth === 0) return index + 1
        break
    }
  }
  return -1
}

/** The index of the quote that closes the string opened at `start`, or -1. */
function findStringEnd(line: string, start: number): number {
  let index = line.indexOf('"', start + 1)
  while (index !== -1 && isEscaped(line, index, start)) index = line.indexOf('"', index + 1)
  return index
}

/** True when an odd number of backslashes stands before the quote at `index`. */
function isEscaped(line: string, index: number, start: number): boolean {
  let first = index
  while (first - 1 > start && line.charCodeAt(first - 1) === BACKSLASH) first--
  return (index - first) % 2 === 1
}

function skipWhiteSpace(line: string, start: number): number {
  let index = start
  while (isWhiteSpace(line.charCodeAt(index))) index++
  return index
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}
