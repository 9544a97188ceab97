import { graphemesOf, graphemeWidth, textWidth } from './text-width.ts'

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
