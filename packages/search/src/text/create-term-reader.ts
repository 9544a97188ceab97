import {
  ANYWHERE,
  BEYOND,
  BYTE_CLASSES,
  CAPITAL,
  classOf,
  hasOnlySeparators,
  LETTER,
  SEPARATOR,
} from './character-class.ts'
import { foldText, normalizeText } from './fold-text.ts'
import { eachTerm, MAX_PARTED_UNITS, MAX_TERM_UNITS } from './word-runs.ts'

/** Takes the terms that a reader finds. */
export interface TakeTerms {
  /** A word of ASCII: its folded bytes, four in a number from the highest down, zeros behind its end. */
  takeWord(one: number, two: number, three: number): void
  /** A sign, and the one behind it or 0. */
  takeSigns(first: number, second: number): void
  /** Any other term, folded. */
  takeRare(term: string): void
}

/** Finds the terms of texts: those of `eachTerm`, for most of them without a string. */
export interface TermReader {
  /** A text whose characters are the bytes of UTF-8. */
  readBytes(latin1: string): void
  readText(text: string): void
}

/** Words of ASCII, nearly all, are found by their bytes; only what stands between them is decoded. */
export function createTermReader({ takeWord, takeSigns, takeRare }: TakeTerms): TermReader {
  let bytes = Buffer.allocUnsafeSlow(1 << 16)
  let view = new DataView(bytes.buffer)
  const scratch = Buffer.allocUnsafeSlow(MAX_TERM_UNITS)
  const scratchView = new DataView(scratch.buffer, scratch.byteOffset, scratch.length)

  function readUnits(text: string): void {
    const normalized = normalizeText(text)
    const folded = foldText(normalized)
    eachTerm(normalized, (start, end) => {
      const first = folded.charCodeAt(start)
      if (classOf(first) === ANYWHERE) takeSigns(first, end - start > 1 ? folded.charCodeAt(start + 1) : 0)
      else {
        const term = folded.slice(start, end)
        if (!ASCII.test(term)) return takeRare(term)
        scratch.write(term, 'latin1')
        takeAscii(scratchView, 0, end - start)
      }
    })
  }

  function reserve(length: number): void {
    if (length + MAX_TERM_UNITS <= bytes.length) return
    bytes = Buffer.allocUnsafeSlow((length + MAX_TERM_UNITS) * 2)
    view = new DataView(bytes.buffer)
  }

  /** Letters and digits of ASCII lose their case with one bit. */
  function takeAscii(source: DataView, start: number, length: number): void {
    const one = source.getInt32(start) | CASE_BITS
    const two = length > 4 ? source.getInt32(start + 4) | CASE_BITS : 0
    const three = length > 8 ? source.getInt32(start + 8) | CASE_BITS : 0
    if (length < 4) takeWord(one & (MASKS[length] ?? 0), 0, 0)
    else if (length < 8) takeWord(one, two & (MASKS[length - 4] ?? 0), 0)
    else takeWord(one, two, length < MAX_TERM_UNITS ? three & (MASKS[length - 8] ?? 0) : three)
  }

  /** Words between separators of ASCII, one after the other. */
  function readStretches(length: number): void {
    const source = bytes
    // So that the last word ends.
    source[length] = BLANK
    for (let at = 0; at < length; ) {
      let kind = BYTE_CLASSES[source[at] ?? 0] ?? 0
      if (kind === SEPARATOR) {
        at++
        continue
      }
      const start = at
      let inner = 0
      const first = kind
      for (;;) {
        kind = BYTE_CLASSES[source[++at] ?? 0] ?? 0
        if (kind === SEPARATOR) break
        inner |= kind
      }
      if ((first | inner) >= BEYOND) readBeyond(start, at)
      else {
        takeAscii(view, start, at - start)
        if ((inner & CAPITAL) !== 0) takeParts(start, at)
      }
    }
  }

  /** The parts of a word that begin with capitals inside it. */
  function takeParts(start: number, end: number): void {
    if (end - start > MAX_PARTED_UNITS) return
    for (let at = start + 1; at < end; at++) {
      if (BYTE_CLASSES[bytes[at] ?? 0] !== CAPITAL) continue
      const isBehindCapital = BYTE_CLASSES[bytes[at - 1] ?? 0] === CAPITAL
      const isBeforeLetter = at + 1 < end && BYTE_CLASSES[bytes[at + 1] ?? 0] === LETTER
      if (!isBehindCapital || isBeforeLetter) takeAscii(view, at, end - at)
    }
  }

  /** A stretch with characters beyond ASCII: mostly arrows and dashes between words. */
  function readBeyond(start: number, end: number): void {
    if (!hasOnlySeparators(bytes, start, end)) {
      // What stands before the stretch may be composed with its first sign.
      readUnits(bytes.toString('utf8', Math.max(0, start - 1), end))
      return
    }
    for (let at = start; at < end; ) {
      if ((bytes[at] ?? 0) >= 0x80) {
        at++
        continue
      }
      const first = at
      while (at < end && (bytes[at] ?? 0) < 0x80) at++
      takeAscii(view, first, at - first)
      takeParts(first, at)
    }
  }

  return {
    readBytes(latin1) {
      reserve(latin1.length)
      readStretches(bytes.write(latin1, 'latin1'))
    },
    readText(text) {
      reserve(text.length * MAX_UTF8_BYTES)
      const length = bytes.write(text, 'utf8')
      // Half of a pair has no bytes of its own.
      if (bytes.subarray(0, length).includes(REPLACEMENT)) readUnits(text)
      else readStretches(length)
    },
  }
}

const BLANK = 0x20
const CASE_BITS = 0x20202020
/** Keep so many bytes of a number from the highest down. */
const MASKS = new Int32Array([0, 0xff000000, 0xffff0000, 0xffffff00])
const MAX_UTF8_BYTES = 3
const REPLACEMENT = Buffer.from('\ufffd')
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/
