import { isObject } from '@antiphon/contract'
import type { ByteText } from './byte-text.ts'
import type { BadLogLineReason, LogLine } from './log-line.ts'
import { decodeLeniently, decodeStrictly, parseJson } from './parse-text.ts'
import { splitDamagedLine } from './split-damaged-line.ts'

/** A host's fast way from bytes of ASCII to text; all others are decoded in the way that every runtime has. */
export type AsciiText = Pick<ByteText, 'isAscii' | 'decodeLatin1'>

/** Reads one line with its newline: an entry, several, or the reason why there is none. */
export function decodeLine(raw: Uint8Array, offset: number, text?: AsciiText): readonly LogLine[] {
  const whole = decodeStretch(raw, offset, text)
  if (whole.kind !== 'bad' || whole.reason === 'not-object') return [whole]
  let start = 0
  return splitDamagedLine(raw).map(end => {
    const stretch = decodeStretch(raw.subarray(start, end), offset + start)
    start = end
    return stretch
  })
}

/** Takes the bytes as one entry, blank, or bad. */
function decodeStretch(raw: Uint8Array, offset: number, ascii?: AsciiText): LogLine {
  const stretch = { offset, length: raw.length, raw }
  if (raw.length > MAX_TEXT_BYTES) return { kind: 'bad', reason: 'too-long', ...stretch }
  const text = ascii?.isAscii(raw, 0, raw.length)
    ? ascii.decodeLatin1(raw, 0, raw.length)
    : decodeStrictly(raw)
  if (text !== undefined && text.trim() === '') return { kind: 'blank', ...stretch }
  // One byte that is no text must not cost the line.
  const json = parseJson(text ?? decodeLeniently(raw))
  if (json && isObject(json.value))
    return {
      kind: 'entry',
      entry: json.value,
      ...stretch,
      ...(text === undefined && { hasInvalidText: true }),
    }
  return { kind: 'bad', reason: json ? 'not-object' : explain(raw, text), ...stretch }
}

// V8's longest string; other engines hold more.
const MAX_TEXT_BYTES = 0x1fffffe8

const OPENING_BRACKET = 0x5b
const OPENING_BRACE = 0x7b

function explain(raw: Uint8Array, text: string | undefined): BadLogLineReason {
  if (raw.every(byte => byte === 0 || byte === 0x0a || byte === 0x0d)) return 'nul'
  if (isUnclosedObject(raw)) return 'torn'
  return text === undefined ? 'not-utf8' : 'not-json'
}

/** True for the beginning of an object whose end is missing. */
function isUnclosedObject(raw: Uint8Array): boolean {
  let depth = 0
  let isInString = false
  const start = raw.findIndex(byte => byte !== 0x20 && byte !== 0x09)
  if (raw[start] !== OPENING_BRACE) return false
  for (let index = start; index < raw.length; index++) {
    const byte = raw[index]
    if (isInString) {
      if (byte === 0x5c) index++
      else if (byte === 0x22) isInString = false
    } else if (byte === 0x22) isInString = true
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) depth++
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return false
  }
  return true
}
