/** A text as somebody reads it, which knows where each of its characters stands in the text it was made of. */
export type TextView = {
  readonly text: string
  /** Where what is read from `start` up to `end` stands; never a part of an escape. */
  toOrigin(start: number, end: number): Place
}

export type Place = { readonly start: number; readonly end: number }

/** The text as it stands. */
export function viewOf(text: string): TextView {
  return { text, toOrigin: (start, end) => ({ start, end }) }
}

/** How one match is read: as another text, as nothing, or, with null, as it stands. */
export type Decode = (match: RegExpExecArray) => string | null

/** What is read when every match of the global pattern is read otherwise; null where that changes nothing. */
export function decodeView(view: TextView, pattern: RegExp, decode: Decode): TextView | null {
  const { text } = view
  const pieces: string[] = []
  // Of every match: where it is read, where it stands, and how long it is there.
  const readAt: number[] = []
  const readLength: number[] = []
  const standsAt: number[] = []
  const standsLength: number[] = []
  let length = 0
  let kept = 0
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const read = decode(match)
    if (read === null) continue
    pieces.push(text.slice(kept, match.index), read)
    length += match.index - kept
    kept = match.index + match[0].length
    readAt.push(length)
    readLength.push(read.length)
    standsAt.push(match.index)
    standsLength.push(match[0].length)
    length += read.length
  }
  if (readAt.length === 0) return null
  pieces.push(text.slice(kept))

  /** Where the character that is read at `position` stands. */
  function locate(position: number): Place {
    let low = 0
    let high = readAt.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((readAt[middle] ?? 0) <= position) low = middle + 1
      else high = middle
    }
    const index = low - 1
    if (index < 0) return { start: position, end: position + 1 }
    const start = standsAt[index] ?? 0
    const end = start + (standsLength[index] ?? 0)
    const behind = position - (readAt[index] ?? 0) - (readLength[index] ?? 0)
    return behind < 0 ? { start, end } : { start: end + behind, end: end + behind + 1 }
  }

  return {
    text: pieces.join(''),
    toOrigin: (start, end) => view.toOrigin(locate(start).start, locate(Math.max(start, end - 1)).end),
  }
}
