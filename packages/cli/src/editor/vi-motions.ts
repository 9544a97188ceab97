import { splitGraphemes } from './places.ts'

/** A text as vi goes through it: sign by sign. */
export type ViText = {
  readonly signs: readonly string[]
  /** Where each sign begins, and behind them the end of the text. */
  readonly places: readonly number[]
}

/** Where a motion leads, and how much of it an operator takes. */
export type ViTarget = {
  readonly to: number
  /** Whether the sign there is taken along, or whole lines are. */
  readonly reach: 'exclusive' | 'inclusive' | 'lines'
}

/** A letter that is looked for in its line, and how. */
export type ViFind = { readonly way: 'f' | 'F' | 't' | 'T'; readonly letter: string }

export type ViMotionOptions = {
  readonly count: number
  /** Whether a number was typed. */
  readonly isCounted: boolean
}

/** The signs of a text. */
export function toViText(text: string): ViText {
  const signs = splitGraphemes(text)
  const places = [0]
  for (const sign of signs) places.push((places.at(-1) ?? 0) + sign.length)
  return { signs, places }
}

/** Where the line of a sign begins. */
export function viLineStart({ signs }: ViText, at: number): number {
  return at === 0 ? 0 : signs.lastIndexOf('\n', at - 1) + 1
}

/** Where it ends: the newline, or the end of the text. */
export function viLineEnd({ signs }: ViText, at: number): number {
  const end = signs.indexOf('\n', at)
  return end === -1 ? signs.length : end
}

/** Where a motion leads from a sign; null where it leads nowhere. */
export function findViTarget(
  text: ViText,
  at: number,
  motion: string,
  { count, isCounted }: ViMotionOptions,
): ViTarget | null {
  const start = viLineStart(text, at)
  const end = viLineEnd(text, at)
  const exclusive = (to: number): ViTarget => ({ to, reach: 'exclusive' })
  switch (motion) {
    case 'h':
      return exclusive(Math.max(start, at - count))
    case 'l':
      return exclusive(Math.min(end, at + count))
    case '0':
      return exclusive(start)
    case '^':
      return exclusive(firstInk(text, start))
    case '$':
      return { to: Math.max(start, end - 1), reach: 'inclusive' }
    case 'j':
    case 'k':
      return goLines(text, at, motion === 'j' ? count : -count)
    case 'gg':
    case 'G': {
      const to = isCounted || motion === 'gg' ? toLine(text, count) : viLineStart(text, text.signs.length)
      return { to: firstInk(text, to), reach: 'lines' }
    }
    case 'w':
    case 'W':
      return exclusive(repeat(count, at, from => nextWord(text, from, motion === 'W')))
    case 'b':
    case 'B':
      return exclusive(repeat(count, at, from => wordBefore(text, from, motion === 'B')))
    case 'e':
    case 'E':
      return {
        to: repeat(count, at, from => wordEnd(text, from, motion === 'E')),
        reach: 'inclusive',
      }
    default:
      return null
  }
}

/** Where a letter of the line is, or the place beside it. */
export function findViLetter(
  { signs }: ViText,
  at: number,
  { way, letter }: ViFind,
  count: number,
): ViTarget | null {
  const step = way === 'f' || way === 't' ? 1 : -1
  let left = count
  for (let to = at + step; to >= 0 && to < signs.length && signs[to] !== '\n'; to += step) {
    if (signs[to] !== letter || --left > 0) continue
    const place = way === 't' || way === 'T' ? to - step : to
    return { to: place, reach: step === 1 ? 'inclusive' : 'exclusive' }
  }
  return null
}

/** The word at a sign, from where to behind it; `a` takes the blanks beside it along. */
export function findViWord(text: ViText, at: number, isWhole: boolean): readonly [number, number] {
  const { signs } = text
  const kind = kindOf(signs[at], false)
  const isSame = (place: number): boolean =>
    signs[place] !== undefined && kindOf(signs[place], false) === kind
  let [start, end] = [at, at]
  while (start > 0 && isSame(start - 1)) start--
  while (isSame(end)) end++
  if (!isWhole || kind === 'blank') return [start, end]
  const behind = skipBlanks(signs, end, 1)
  if (behind > end) return [start, behind]
  return [skipBlanks(signs, start - 1, -1) + 1, end]
}

type Kind = 'blank' | 'word' | 'mark' | 'line'

function kindOf(sign: string | undefined, isBig: boolean): Kind {
  if (sign === undefined || sign === '\n') return 'line'
  if (/^\s/u.test(sign)) return 'blank'
  return isBig || /^[\p{L}\p{N}_]/u.test(sign) ? 'word' : 'mark'
}

function skipBlanks(signs: readonly string[], from: number, step: 1 | -1): number {
  let at = from
  while (signs[at] !== undefined && kindOf(signs[at], false) === 'blank') at += step
  return at
}

function repeat(count: number, at: number, step: (at: number) => number): number {
  let place = at
  for (let left = Math.min(count, MAX_COUNT); left > 0; left--) place = step(place)
  return place
}

const MAX_COUNT = 10_000

/** Where the next word begins; an empty line is one. */
function nextWord({ signs }: ViText, from: number, isBig: boolean): number {
  const kind = kindOf(signs[from], isBig)
  let at = from
  while (at < signs.length && kind !== 'line' && kindOf(signs[at], isBig) === kind) at++
  if (kind === 'line') at++
  while (at < signs.length && isGap(signs, at, isBig)) at++
  return Math.min(at, signs.length)
}

function wordBefore({ signs }: ViText, from: number, isBig: boolean): number {
  let at = from - 1
  while (at > 0 && isGap(signs, at, isBig)) at--
  const kind = kindOf(signs[at], isBig)
  while (at > 0 && kind !== 'line' && kindOf(signs[at - 1], isBig) === kind) at--
  return Math.max(0, at)
}

function wordEnd({ signs }: ViText, from: number, isBig: boolean): number {
  let at = from + 1
  while (at < signs.length && /^\s/u.test(signs[at] ?? '')) at++
  const kind = kindOf(signs[at], isBig)
  while (at + 1 < signs.length && kindOf(signs[at + 1], isBig) === kind) at++
  return Math.max(0, Math.min(at, signs.length - 1))
}

/** What lies between words: blanks, and the end of a line that has something. */
function isGap(signs: readonly string[], at: number, isBig: boolean): boolean {
  const kind = kindOf(signs[at], isBig)
  if (kind === 'blank') return true
  return kind === 'line' && signs[at - 1] !== '\n' && at > 0
}

function firstInk({ signs }: ViText, start: number): number {
  return skipBlanks(signs, start, 1)
}

function toLine(text: ViText, number: number): number {
  let start = 0
  for (let left = number - 1; left > 0; left--) {
    const end = viLineEnd(text, start)
    if (end === text.signs.length) break
    start = end + 1
  }
  return start
}

function goLines(text: ViText, at: number, count: number): ViTarget | null {
  let to = viLineStart(text, at)
  for (let left = Math.abs(count); left > 0; left--) {
    const next = count > 0 ? viLineEnd(text, to) + 1 : to - 1
    if (next < 0 || next > text.signs.length) return null
    to = viLineStart(text, next)
  }
  return { to, reach: 'lines' }
}
