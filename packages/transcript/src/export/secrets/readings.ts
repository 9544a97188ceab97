import { HIDDEN_MARK } from './secret-span.ts'

/**
 * The ways in which a text can be read: as it stands, without what no reader sees, and with its escapes undone, layer by
 * layer. A secret is looked for in all of them, so that no finder needs to know about colours and backslashes.
 */
export function* listReadings(text: string): Generator<TextReading> {
  const plain = viewOf(text)
  const bare = withoutMarks(plain) ?? plain
  yield bare
  let shown = withoutNoise(bare)
  if (shown) yield shown
  let last = shown ?? bare
  for (let depth = 0; depth < DEEPEST; depth++) {
    const decoded = decodeLayer(last)
    if (!decoded) return
    yield decoded
    shown = withoutNoise(decoded)
    if (shown) yield shown
    last = shown ?? decoded
  }
}

// JSON in JSON in JSON needs three; backslashes double with each.
const DEEPEST = 5

/** The text with one layer of escapes undone: those of JSON and shells, of addresses, of HTML. */
function decodeLayer(view: TextReading): TextReading | null {
  if (!/[\\%&]/.test(view.text)) return null
  return decodeView(view, ESCAPE, ([all, unicode, byte, sign, percent, entity]) => {
    if (unicode !== undefined) return fromCode(unicode)
    if (byte !== undefined) return fromCode(byte)
    if (sign !== undefined) return SIGNS[sign] ?? sign
    if (percent !== undefined) return fromPercent(percent)
    if (entity !== undefined) return ENTITIES[entity] ?? null
    // A line that goes on behind a backslash.
    return all.startsWith('\\') ? '' : null
  })
}

const ESCAPE =
  /\\(?:u\{?([0-9a-fA-F]{4,6})\}?|x([0-9a-fA-F]{2})|(033|["'\\/nrtbfe`$])|\r?\n[ \t]{0,40})|%([0-9A-Fa-f]{2})|&(quot|apos|amp|lt|gt|nbsp|#0?39|#0?34|#x2[27fF]|#61|#x3[dD]);/g

const SIGNS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  e: '\u001b',
  '033': '\u001b',
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
  '#34': '"',
  '#034': '"',
  '#x22': '"',
  '#x27': "'",
  '#x2f': '/',
  '#x2F': '/',
  '#61': '=',
  '#x3d': '=',
  '#x3D': '=',
}

function fromCode(hex: string): string | null {
  const code = Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : null
}

/** Only ASCII: bytes above it are parts of characters. */
function fromPercent(hex: string): string | null {
  const code = Number.parseInt(hex, 16)
  return code < 0x80 ? String.fromCharCode(code) : null
}

/** The text without what no reader sees: colours, characters without width, overstrikes. */
export function withoutNoise(view: TextReading): TextReading | null {
  return decodeView(view, NOISE, () => '')
}

// Links that a terminal shows keep their address, which is to be searched as well.
const NOISE = new RegExp(
  [
    String.raw`(?:\u001b\[|\u009b)[0-?]{0,40}[ -/]{0,4}[@-~]`,
    String.raw`\u001b[()*+][0-9A-Za-z]`,
    String.raw`\u001b[=>78cDEHMNOZ]`,
    // As cat -v and the like write them.
    String.raw`\^\[\[[0-9;?]{0,20}[A-Za-z]`,
    String.raw`[^\n\u0008]\u0008`,
    String.raw`[\u0000\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]`,
  ].join('|'),
  'g',
)

/** The text with one character in the place of every mark, so that nobody takes a mark for a part of a secret. */
export function withoutMarks(view: TextReading): TextReading | null {
  return decodeView(view, MARKS, () => HIDDEN_MARK)
}

const MARKS = /\[redacted:[a-z0-9-]{1,40}\]/g

/**
 * The text with lines joined where a terminal's width cut a word: the line is long, a word goes up to its end, and the next
 * one begins with what no word of a language looks like. For tokens only, since names and values end with their line.
 */
export function joinWrapped(view: TextReading): TextReading | null {
  return decodeView(view, CUT, match => (isTorn(match[1] ?? '') ? '' : null))
}

// Looks back from the line's end, so that nothing but ends of lines is looked at.
const CUT = /\r?\n(?<=[\w.+/~=-]{6}\r?\n)(?<=[^\n]{39}\n)(?=([\w+/~=-]{3,200})(?![\w+/~=.:-]))/g

function isTorn(next: string): boolean {
  return /[0-9]/.test(next) && /[A-Za-z]/.test(next) && !/^[a-z]+[-_]?[0-9]{1,3}$|^[0-9a-f]{7,12}$/.test(next)
}

/** A text as somebody reads it, which knows where each of its characters stands in the text it was made of. */
export type TextReading = {
  readonly text: string
  /** Where what is read from `start` up to `end` stands; never a part of an escape. */
  toOrigin(start: number, end: number): Place
}

type Place = { readonly start: number; readonly end: number }

/** The text as it stands. */
export function viewOf(text: string): TextReading {
  return { text, toOrigin: (start, end) => ({ start, end }) }
}

/** How one match is read: as another text, as nothing, or, with null, as it stands. */
type Decode = (match: RegExpExecArray) => string | null

/** What is read when every match of the global pattern is read otherwise; null where that changes nothing. */
function decodeView(view: TextReading, pattern: RegExp, decode: Decode): TextReading | null {
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
