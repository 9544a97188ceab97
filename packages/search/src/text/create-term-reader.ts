import { BEYOND, BYTE_CLASSES, CAPITAL, hasOnlySeparators, LETTER, SEPARATOR } from './character-class.ts'
import { foldText, normalizeText } from './fold-text.ts'
import { hashNext, MOST_ROWS, NO_UNITS, rowOf } from './term-hash.ts'
import { eachTerm, MAX_PARTED_UNITS, MAX_TERM_UNITS } from './word-runs.ts'

/** Marks the beginnings of the terms of texts, those of `eachTerm`, for most of them without a string. */
export interface TermReader {
  /** A text whose characters are the bytes of UTF-8. */
  readBytes(latin1: string): void
  readText(text: string): void
  /** A bit for each row that was marked since the last time. */
  takeSignature(): Int32Array
}

/** How many numbers a signature has. */
export const SIGNATURE_WORDS: number = MOST_ROWS / 32

/**
 * Words of ASCII, nearly all, are read by their bytes; only what stands between them is decoded. What is composed with
 * the sign behind it is marked without it, too.
 */
export function createTermReader(): TermReader {
  let bytes = Buffer.allocUnsafeSlow(1 << 16)
  const signature = new Int32Array(SIGNATURE_WORDS)
  // Where the word ends that was read last.
  let behind = 0

  function reserve(length: number): void {
    if (length < bytes.length) return
    bytes = Buffer.allocUnsafeSlow((length + 1) * 2)
  }

  function mark(hash: number): void {
    const row = rowOf(hash)
    signature[row >>> 5] = (signature[row >>> 5] ?? 0) | (1 << row)
  }

  function readUnits(text: string): void {
    const normalized = normalizeText(text)
    const folded = foldText(normalized)
    eachTerm(normalized, (start, end) => {
      let hash = NO_UNITS
      for (let at = start; at < end; at++) {
        hash = hashNext(hash, folded.charCodeAt(at))
        mark(hash)
      }
    })
  }

  /** The classes of the bytes of a word from the second one on, joined. */
  function readWord(start: number): number {
    const source = bytes
    let kind = BYTE_CLASSES[source[start] ?? 0] ?? 0
    let inner = 0
    let hash = NO_UNITS
    let at = start
    for (const last = start + MAX_TERM_UNITS; at < last && kind < BEYOND; ) {
      hash = hashNext(hash, (source[at++] ?? 0) | CASE_BIT)
      mark(hash)
      kind = BYTE_CLASSES[source[at] ?? 0] ?? 0
      inner |= kind
      if (kind === SEPARATOR) {
        behind = at
        return inner
      }
    }
    while (kind !== SEPARATOR) {
      kind = BYTE_CLASSES[source[++at] ?? 0] ?? 0
      inner |= kind
    }
    behind = at
    return inner
  }

  /** Words between separators of ASCII, one after the other. */
  function readStretches(length: number): void {
    const source = bytes
    // So that the last word ends.
    source[length] = BLANK
    for (let at = 0; at < length; ) {
      const kind = BYTE_CLASSES[source[at] ?? 0] ?? 0
      if (kind === SEPARATOR) {
        at++
        continue
      }
      const start = at
      const inner = readWord(start)
      at = behind
      if ((kind | inner) >= BEYOND) readBeyond(start, at)
      else if ((inner & CAPITAL) !== 0) readParts(start, at)
    }
  }

  /** The parts of a word that begin with capitals inside it. */
  function readParts(start: number, end: number): void {
    if (end - start > MAX_PARTED_UNITS) return
    for (let at = start + 1; at < end; at++) {
      if (BYTE_CLASSES[bytes[at] ?? 0] !== CAPITAL) continue
      const isBehindCapital = BYTE_CLASSES[bytes[at - 1] ?? 0] === CAPITAL
      const isBeforeLetter = at + 1 < end && BYTE_CLASSES[bytes[at + 1] ?? 0] === LETTER
      if (!isBehindCapital || isBeforeLetter) readWord(at)
    }
  }

  /** A stretch with characters beyond ASCII: mostly arrows and dashes between words. */
  function readBeyond(start: number, end: number): void {
    if (!hasOnlySeparators(bytes, start, end)) {
      // What stands before the stretch may be composed with its first sign.
      readUnits(bytes.toString('utf8', Math.max(0, start - 1), end))
      return
    }
    for (let at = start; at < end; at++) if ((bytes[at] ?? 0) >= 0x80) bytes[at] = BLANK
    for (let at = start; at < end; ) {
      if (bytes[at] === BLANK) {
        at++
        continue
      }
      const first = at
      readWord(first)
      at = behind
      readParts(first, at)
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
    takeSignature() {
      const taken = signature.slice()
      signature.fill(0)
      return taken
    },
  }
}

/** Letters and digits of ASCII lose their case with one bit. */
const CASE_BIT = 0x20
const BLANK = 0x20
const MAX_UTF8_BYTES = 3
const REPLACEMENT = Buffer.from('\ufffd')
