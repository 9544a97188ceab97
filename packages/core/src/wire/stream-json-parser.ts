import { isObject } from '@antiphon/contract'
import { decodeLeniently, decodeStrictly, parseJson } from '../log/parse-text.ts'
import { splitGluedJson } from '../log/split-glued-json.ts'
import { type ByteLine, createLineSplitter } from './line-splitter.ts'
import type { WireEvent } from './wire-event.ts'

/** What stands on a line: an event, or the reason why there is none. A line with glued objects gives several. */
export type ParsedLine = ParsedEvent | BadLine

export type ParsedEvent = {
  readonly kind: 'event'
  readonly event: WireEvent
  /** Counted from 1, blank lines too. */
  readonly line: number
  /** Bytes before the event. */
  readonly offset: number
  /** Some of its bytes are no UTF-8; U+FFFD stands in their place in the event. */
  readonly hasInvalidText?: true
}

export type BadLine = {
  readonly kind: 'bad'
  readonly line: number
  readonly offset: number
  readonly reason: BadLineReason
  /** The bytes that could not be read. */
  readonly size: number
  readonly excerpt: string
}

/** `torn` is a last line that was cut off before its newline; `no-type` an object that names no event. */
export type BadLineReason = 'not-json' | 'not-object' | 'no-type' | 'not-utf8' | 'too-long' | 'torn'

export type StreamJsonParserOptions = { readonly maxLineBytes?: number }

export interface StreamJsonParser {
  push(chunk: Uint8Array | string): readonly ParsedLine[]
  /** Reads what stands after the last newline; call it when the source has ended. */
  end(): readonly ParsedLine[]
}

const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024

/** Reads stream-json from bytes in any cut. A bad line is reported and costs only itself. */
export function createStreamJsonParser(options: StreamJsonParserOptions = {}): StreamJsonParser {
  const splitter = createLineSplitter(options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES)
  return {
    push: chunk => splitter.push(chunk).flatMap(parseLine),
    end: () => splitter.end().flatMap(parseLine),
  }
}

/** The same for a source that is awaited, such as a process's output. */
export async function* parseStreamJson(
  source: AsyncIterable<Uint8Array | string>,
  options: StreamJsonParserOptions = {},
): AsyncGenerator<ParsedLine, void, undefined> {
  const parser = createStreamJsonParser(options)
  for await (const chunk of source) yield* parser.push(chunk)
  yield* parser.end()
}

function parseLine(line: ByteLine): readonly ParsedLine[] {
  if (line.bytes === null) return [toBadLine(line, 'too-long')]
  const strict = decodeStrictly(line.bytes)
  // One byte that is no text must not cost the line.
  const text = strict ?? decodeLeniently(line.bytes)
  if (text.trim() === '') return []
  const whole = parseJson(text)
  if (whole && !isObject(whole.value)) return [toBadLine(line, 'not-object')]
  const start = { ...line, offset: line.offset + Math.max(0, line.bytes.indexOf(OPENING_BRACE)) }
  if (strict === undefined)
    return whole ? [markInvalid(toParsed(start, whole.value))] : parseInvalid(line, start, text)
  if (whole) return [toParsed(start, whole.value)]
  return parseGlued(start, text) ?? [toBadLine(line, line.closed ? 'not-json' : 'torn')]
}

/** The objects of a line that lost its newline, each with its own offset. */
function parseGlued(line: ByteLine, text: string): readonly ParsedLine[] | null {
  const pieces = splitGluedJson(text)
  if (pieces === null) return null
  let offset = line.offset
  let position = text.indexOf('{')
  return pieces.map(piece => {
    const start = text.indexOf(piece, position)
    // Only white space lies between two pieces: a byte each.
    offset += start - position
    position = start + piece.length
    const part = { ...line, offset, size: encoder.encode(piece).length, head: encodeHead(piece) }
    offset += part.size
    const json = parseJson(piece)
    return json ? toParsed(part, json.value) : toBadLine(part, 'not-json')
  })
}

function toParsed(line: ByteLine, value: unknown): ParsedLine {
  if (!isObject(value)) return toBadLine(line, 'not-object')
  if (typeof value.type !== 'string') return toBadLine(line, 'no-type')
  // A WireEvent promises no more than its `type`; whoever reads a field checks it.
  return { kind: 'event', event: value as WireEvent, line: line.line, offset: line.offset }
}

/** Where bytes were replaced the text no longer tells the places of the objects in it: all begin with the line. */
function parseInvalid(line: ByteLine, start: ByteLine, text: string): readonly ParsedLine[] {
  const parts = parseGlued(start, text)?.map(part => ({ ...markInvalid(part), offset: start.offset }))
  return parts?.some(({ kind }) => kind === 'event') ? parts : [toBadLine(line, 'not-utf8')]
}

function markInvalid(parsed: ParsedLine): ParsedLine {
  return parsed.kind === 'event' ? { ...parsed, hasInvalidText: true } : parsed
}

const EXCERPT_LENGTH = 120
const OPENING_BRACE = 0x7b
const encoder = new TextEncoder()

function toBadLine(line: ByteLine, reason: BadLineReason): BadLine {
  const excerpt = Array.from(decodeLeniently(line.head)).slice(0, EXCERPT_LENGTH).join('')
  return { kind: 'bad', line: line.line, offset: line.offset, reason, size: line.size, excerpt }
}

function encodeHead(piece: string): Uint8Array {
  return encoder.encode(piece.slice(0, 2 * EXCERPT_LENGTH))
}
