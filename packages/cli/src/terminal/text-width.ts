/** How many columns of a terminal a text takes: two for CJK and emoji, none for marks that join the letter before. */
export function textWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length
  let width = 0
  for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme)
  return width
}

/** What a person takes for one character: a cut never falls inside it. */
export function* graphemesOf(text: string): Generator<string> {
  // To make one takes longer than most commands: it is made for the first text that needs it.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}

let segmenter: Intl.Segmenter | undefined

/** How many columns one character takes. */
export function graphemeWidth(grapheme: string): 0 | 1 | 2 {
  const codePoint = grapheme.codePointAt(0) ?? 0
  if (codePoint >= 0x20 && codePoint < 0x7f && grapheme.length === 1) return 1
  if (INVISIBLE.test(grapheme)) return 0
  return EMOJI.test(grapheme) || isWide(codePoint) ? 2 : 1
}

const PRINTABLE_ASCII = /^[\u0020-\u007e]*$/
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
