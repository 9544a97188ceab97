/** How many columns of a terminal a text takes: two for CJK and emoji, none for marks that join the letter before. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme)
  return width
}

/** What a person takes for one character: a cut never falls inside it. */
export function* graphemesOf(text: string): Generator<string> {
  if (PLAIN.test(text)) return void (yield* text)
  // To make one takes longer than most commands: it is made for the first text that needs it.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}

let segmenter: Intl.Segmenter | undefined

/** How many columns one character takes. */
export function graphemeWidth(grapheme: string): 0 | 1 | 2 {
  const codePoint = grapheme.codePointAt(0) ?? 0
  if (grapheme.length === 1 && PLAIN.test(grapheme)) return 1
  if (INVISIBLE.test(grapheme)) return 0
  return EMOJI.test(grapheme) || isWide(codePoint) ? 2 : 1
}

// Letters and signs of one column that join nothing, so that a text of them takes neither tables of Unicode nor long.
const PLAIN =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0481\u2010-\u2027\u2039\u203a\u2190-\u2193\u2264\u2265\u2500-\u257f\u2713\u2717]*$/
const INVISIBLE = /^(?:\p{Cc}|\p{Cf}|\p{M})+$/u
// A pictograph that is shown as one: by its own nature, or because a variation selector asks for it.
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u

/** First and last code points of the East Asian wide and full-width ranges. */
const WIDE_RANGES: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x1b2ff],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
]

function isWide(codePoint: number): boolean {
  return codePoint >= 0x1100 && WIDE_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last)
}

/** The text in at most `width` columns, with `…` where it was cut; never inside a character. */
export function cutToWidth(text: string, width: number): string {
  // A column holds at least one unit of an honest text; reading on bounds the cost of one that is all marks.
  const head = text.length > width * UNITS_PER_COLUMN ? text.slice(0, width * UNITS_PER_COLUMN) : text
  if (head === text && textWidth(text) <= width) return text
  let used = 0
  let cut = ''
  for (const grapheme of graphemesOf(head)) {
    used += graphemeWidth(grapheme)
    if (used > width - 1) break
    cut += grapheme
  }
  return `${cut.trimEnd()}…`
}

const UNITS_PER_COLUMN = 16

/**
 * The lines of a text, none wider than `width` columns. Words stay whole where they fit, CJK breaks
 * anywhere, and a line that goes on keeps the indent with which it began.
 */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap(line => wrapLine(line.replaceAll('\t', '  ').trimEnd(), width))
}

function wrapLine(line: string, width: number): string[] {
  if (line.length <= width && textWidth(line) <= width) return [line]
  const indent = hangingIndent(line, width)
  const room = Math.max(MIN_ROOM, width - indent.length)
  const builder = createLineBuilder(room, width)
  for (const [token] of line.matchAll(TOKEN)) builder.add(token)
  return builder.lines().map((part, index) => (index === 0 ? part : indent + part))
}

const MIN_ROOM = 2

// A run of blanks, one CJK character, or a word up to either.
const WIDE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff00-\\uffef'
const TOKEN = new RegExp(`\\s+|[${WIDE}]|[^\\s${WIDE}]+`, 'gu')

/** Blanks as wide as the line's own indent and list sign, unless they would take half of the room. */
function hangingIndent(line: string, width: number): string {
  const [head = ''] = line.match(/^\s*(?:(?:[-*+•>]|\d{1,3}[.)])\s+)?/) ?? []
  return head.length * 2 > width ? '' : ' '.repeat(head.length)
}

type LineBuilder = { readonly add: (token: string) => void; readonly lines: () => string[] }

/** Fills lines with tokens; the first may be `firstRoom` wide, the others `room`. */
function createLineBuilder(room: number, firstRoom: number): LineBuilder {
  const lines: string[] = []
  let line = ''
  let used = 0
  const roomNow = (): number => (lines.length === 0 ? firstRoom : room)

  function close(): void {
    lines.push(line.trimEnd())
    line = ''
    used = 0
  }

  function addWhole(token: string, width: number): void {
    line += token
    used += width
  }

  function addBroken(token: string): void {
    for (const grapheme of graphemesOf(token)) {
      const width = graphemeWidth(grapheme)
      if (used + width > roomNow() && used > 0) close()
      addWhole(grapheme, width)
    }
  }

  return {
    add(token) {
      const width = textWidth(token)
      const isBlank = token.trim() === ''
      if (used + width <= roomNow()) addWhole(token, width)
      else if (isBlank) close()
      else if (width > room) addBroken(token)
      else {
        close()
        addWhole(token, width)
      }
    },
    lines() {
      return line === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()]
    },
  }
}
