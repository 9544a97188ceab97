import { BEYOND, BYTE_CLASSES, CAPITAL, hasOnlySeparators, LETTER, SEPARATOR } from './character-class.ts'
import { foldText, normalizeText } from './fold-text.ts'
import { eachTerm, MAX_PARTED_UNITS, MAX_TERM_UNITS } from './word-runs.ts'

/** Takes the terms that a reader finds. */
export interface TakeTerms {
  /** A word of ASCII by its bytes, in either case. */
  takeAscii(bytes: Uint8Array, start: number, end: number): void
  /** Any other term, or signs, in a folded text. */
  takeUnits(folded: string, start: number, end: number): void
}

/** Finds the terms of texts: those of `eachTerm`, for most of them without a string. */
export interface TermReader {
  /** A text whose characters are the bytes of UTF-8. */
  readBytes(latin1: string): void
  readText(text: string): void
}

/** Words of ASCII, nearly all, are found by their bytes; only what stands between them is decoded. */
export function createTermReader({ takeAscii, takeUnits }: TakeTerms): TermReader {
  let bytes = Buffer.allocUnsafeSlow(1 << 16)

  function readUnits(text: string): void {
    const normalized = normalizeText(text)
    const folded = foldText(normalized)
    eachTerm(normalized, (start, end) => takeUnits(folded, start, end))
  }

  function reserve(length: number): void {
    if (length < bytes.length) return
    bytes = Buffer.allocUnsafeSlow((length + 1) * 2)
  }

  function takeWord(start: number, end: number): void {
    takeAscii(bytes, start, Math.min(end, start + MAX_TERM_UNITS))
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
        takeWord(start, at)
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
      if (!isBehindCapital || isBeforeLetter) takeWord(at, end)
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
      takeWord(first, at)
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
const MAX_UTF8_BYTES = 3
const REPLACEMENT = Buffer.from('\ufffd')
