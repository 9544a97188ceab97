import { findAgreement } from './find-agreement.ts'
import { cutStyled, styledWidth } from './styled-width.ts'

/** The lines below what was said: they change, and what stands above them is the terminal's and never touched again. */
export interface LiveScreen {
  /** Draws the lines as they are now; only those that differ are written. Of more than the screen takes, the last. */
  draw(frame: LiveFrame): string
  /** Prints lines for good, above the live ones, which are then those of the frame, if one is given. */
  print(lines: readonly string[], next?: LiveFrame): string
  /** The screen has another size: what is live is drawn anew, without anything above it. */
  resize(size: ScreenSize): string
  /** Writes the screen as it was where something else stood on all of it: what was printed last, and what is live. */
  recover(): string
  /** Takes the live lines away; the cursor stands where the first of them was. */
  clear(): string
}

export type LiveFrame = {
  readonly lines: readonly string[]
  /** Where the cursor stands, from the first of the lines; hidden where there is none. */
  readonly cursor?: CursorPlace | undefined
}

export type CursorPlace = { readonly line: number; readonly column: number }

export type ScreenSize = { readonly columns: number; readonly rows: number }

/** Nothing drawn yet. What it returns is to be written to the terminal, in order. */
export function createLiveScreen(size: ScreenSize): LiveScreen {
  let screen = size
  let shown: readonly string[] = []
  let frame: LiveFrame = { lines: [] }
  /** Where the terminal's cursor stands, and whether it is seen; null where that is not known. */
  let at: CursorPlace = { line: 0, column: 0 }
  let isSeen: boolean | null = null
  let printed: readonly string[] = []

  /** From the cursor to a line of the region, at its first column. */
  function goTo(line: number): string {
    const distance = line - at.line
    at = { line, column: 0 }
    if (distance === 0) return '\r'
    return distance < 0 ? `\r${ESCAPE}[${-distance}A` : `\r${'\n'.repeat(distance)}`
  }

  function fit({ lines, cursor }: LiveFrame): LiveFrame {
    // One line is left, so that the terminal never scrolls because of what is live.
    const most = Math.max(1, screen.rows - 1)
    const cut = Math.max(0, lines.length - most)
    // The last column stays free: behind it terminals disagree where the cursor is.
    const kept = lines.slice(cut).map(line => cutStyled(line, screen.columns - 1))
    if (!cursor || cursor.line < cut) return { lines: kept }
    return {
      lines: kept,
      cursor: { line: cursor.line - cut, column: Math.min(cursor.column, screen.columns - 1) },
    }
  }

  function update(next: LiveFrame): string {
    const { lines, cursor } = fit(next)
    let output = shift(lines)
    for (const [index, line] of lines.entries()) if (line !== shown[index]) output += rewrite(index, line)
    if (shown.length > lines.length) output += `${goTo(lines.length)}${ESCAPE}[J`
    shown = lines
    return output + place(cursor, output !== '')
  }

  /** Where lines came or went in the middle, those below them are moved and not written again. */
  function shift(lines: readonly string[]): string {
    const grown = lines.length - shown.length
    let same = 0
    while (same < Math.min(lines.length, shown.length) && lines.at(-1 - same) === shown.at(-1 - same)) same++
    if (grown === 0 || same < LEAST_MOVED) return ''
    const before = shown.slice(0, Math.min(lines.length, shown.length) - same)
    const room = grown > 0 ? goTo(shown.length - 1 + grown) : ''
    const move = `${room}${goTo(before.length)}${ESCAPE}[${Math.abs(grown)}${grown > 0 ? 'L' : 'M'}`
    shown = [...before, ...Array<string>(Math.max(0, grown)).fill(''), ...shown.slice(-same)]
    return move
  }

  /** A line is written from where it differs. */
  function rewrite(index: number, line: string): string {
    const old = shown[index] ?? ''
    const { length, columns } = findAgreement(old, line)
    const rest = line.slice(length)
    const isLonger = old !== '' && old.length === length
    const way = columns > 0 ? `${ESCAPE}[${columns}C` : ''
    return `${goTo(index)}${way}${rest}${rest.includes(ESCAPE) ? RESET : ''}${isLonger ? '' : `${ESCAPE}[K`}`
  }

  /** Lines that stand at the head of the region already stay there for good. */
  function keep(lines: readonly string[]): boolean {
    const isThere = lines.length <= at.line && lines.every((line, index) => line === shown[index])
    if (!isThere) return false
    shown = shown.slice(lines.length)
    at = { ...at, line: at.line - lines.length }
    return true
  }

  function place(cursor: CursorPlace | undefined, isMoved: boolean): string {
    const see = cursor !== undefined
    const looks = see === isSeen ? '' : see ? SHOW : HIDE
    isSeen = see
    const { line, column } = cursor ?? { line: Math.max(0, shown.length - 1), column: 0 }
    if (!isMoved && line === at.line && column === at.column) return looks
    const way = `${goTo(line)}${column > 0 ? `${ESCAPE}[${column}C` : ''}`
    at = { line, column }
    return way + looks
  }

  function forget(): void {
    shown = []
    at = { line: 0, column: 0 }
  }

  const whole = (output: string): string => (output === '' ? '' : BEGIN + output + END)

  return {
    draw(next) {
      frame = next
      return whole(update(next))
    },
    print(lines, next = frame) {
      frame = next
      printed = [...printed, ...lines].slice(-MOST_ROWS)
      if (lines.length === 0 || keep(lines)) return whole(update(next))
      const above = lines.map(line => `${line}${RESET}${ESCAPE}[K\r\n`).join('')
      const output = `${goTo(0)}${shown.length > 0 ? `${ESCAPE}[J` : ''}${above}`
      forget()
      return whole(output + update(frame))
    },
    resize(next) {
      // The terminal may have wrapped our lines anew: how many rows they take now is known from their widths.
      const above = shown
        .slice(0, at.line)
        .reduce((sum, line) => sum + Math.max(1, Math.ceil(styledWidth(line) / next.columns)), 0)
      const rows = above + Math.floor(at.column / next.columns)
      const up = rows > 0 ? `${ESCAPE}[${Math.min(rows, next.rows - 1)}A` : ''
      screen = next
      forget()
      isSeen = null
      return whole(`\r${up}${ESCAPE}[J${update(frame)}`)
    },
    recover() {
      const above = printed.slice(-Math.max(1, screen.rows - frame.lines.length))
      forget()
      isSeen = null
      const lines = frame.lines.length < screen.rows ? above : []
      return whole(
        `${ESCAPE}[H${ESCAPE}[J${lines.map(line => `${line}${RESET}\r\n`).join('')}${update(frame)}`,
      )
    },
    clear() {
      const output = shown.length === 0 ? '' : `${goTo(0)}${ESCAPE}[J`
      forget()
      frame = { lines: [] }
      isSeen = true
      return output + SHOW
    },
  }
}

const ESCAPE = '\u001b'
/** No screen is known to have more. */
const MOST_ROWS = 300
/** Fewer lines are written as cheaply as moved. */
const LEAST_MOVED = 2
const RESET = `${ESCAPE}[0m`
const HIDE = `${ESCAPE}[?25l`
const SHOW = `${ESCAPE}[?25h`
// Synchronised output: a terminal that knows it draws the whole at once, others ignore it.
const BEGIN = `${ESCAPE}[?2026h`
const END = `${ESCAPE}[?2026l`
