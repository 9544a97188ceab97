import { createTextDecoder, type TextEncoding } from '../../files/text-encoding.ts'

export type LineRangeOptions = {
  /** The bytes behind the byte order mark, in order. */
  readonly chunks: AsyncIterable<Buffer>
  readonly encoding: TextEncoding
  /** The first line wanted; lines are counted from 1. */
  readonly startLine: number
  readonly maxLines: number
  /** Longer lines are cut. */
  readonly maxLineUnits: number
  /** No further line is taken once so many characters were. */
  readonly maxUnits: number
  /** How far lines are still counted behind the last one taken. */
  readonly maxBytesBehind: number
}

export type LineRange = {
  readonly lines: readonly string[]
  /** Lines of the file, or of the part that was counted. */
  readonly totalLines: number
  readonly isTotalExact: boolean
  /** Lines that were longer than allowed, by their number. */
  readonly cutLines: readonly number[]
}

/** Takes some lines out of a file of any size; what lies before and behind them is only counted, never kept. */
export async function readLineRange(options: LineRangeOptions): Promise<LineRange> {
  const { startLine, maxLines, maxBytesBehind } = options
  const collector = createCollector(options)
  let line = 1
  let bytesBehind = 0
  const isWanted = () => line >= startLine && line < startLine + maxLines && !collector.isFull()
  for await (const chunk of toUtf8(options)) {
    const skipped = skipLines(chunk, startLine - line)
    line += skipped.lines
    let position = skipped.end
    while (position < chunk.length && isWanted()) {
      const feed = chunk.indexOf(LINE_FEED, position)
      const end = feed === -1 ? chunk.length : feed
      collector.add(chunk.subarray(position, end))
      position = end + 1
      if (feed === -1) break
      collector.endLine(line)
      line += 1
    }
    if (position >= chunk.length) continue
    line += skipLines(chunk.subarray(position), Number.POSITIVE_INFINITY).lines
    bytesBehind += chunk.length - position
    if (bytesBehind > maxBytesBehind) return finish(collector, line, false)
  }
  if (isWanted()) collector.endLine(line)
  return finish(collector, line, true)
}

/** Goes over so many line ends, or to the end of the chunk. `indexOf` is five times as fast as a loop over the bytes. */
function skipLines(chunk: Buffer, wanted: number): { readonly lines: number; readonly end: number } {
  let [lines, end] = [0, 0]
  while (lines < wanted) {
    const feed = chunk.indexOf(LINE_FEED, end)
    if (feed === -1) return { lines, end: chunk.length }
    lines += 1
    end = feed + 1
  }
  return { lines, end }
}

const LINE_FEED = 10

type Collector = {
  readonly lines: string[]
  readonly cutLines: number[]
  isFull(): boolean
  add(bytes: Buffer): void
  endLine(number: number): void
}

function createCollector({ maxLineUnits, maxUnits }: LineRangeOptions): Collector {
  const [lines, cutLines]: [string[], number[]] = [[], []]
  // A character of UTF-8 has at most three bytes for each of its units.
  const maxBytes = maxLineUnits * 3 + 3
  let [parts, bytes, dropped, units]: [Buffer[], number, boolean, number] = [[], 0, false, 0]
  return {
    lines,
    cutLines,
    isFull: () => units >= maxUnits,
    add(part) {
      const kept = part.subarray(0, maxBytes - bytes)
      dropped ||= kept.length < part.length
      // The chunk's memory is used again for the next one.
      if (kept.length > 0) parts.push(Buffer.from(kept))
      bytes += kept.length
    },
    endLine(number) {
      const text = Buffer.concat(parts).toString('utf8').replace(/\r$/, '')
      const isCut = dropped || text.length > maxLineUnits
      if (isCut) cutLines.push(number)
      const line = isCut ? cutAt(text, maxLineUnits) : text
      lines.push(line)
      units += line.length + 1
      ;[parts, bytes, dropped] = [[], 0, false]
    },
  }
}

/** Never cuts a character in two. */
function cutAt(text: string, units: number): string {
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units)
}

// Lines are found by their bytes, so other encodings are turned into UTF-8 first.
async function* toUtf8({ chunks, encoding }: LineRangeOptions): AsyncGenerator<Buffer> {
  if (encoding.name === 'utf-8') return yield* chunks
  const decoder = createTextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

function finish({ lines, cutLines }: Collector, totalLines: number, isTotalExact: boolean): LineRange {
  return { lines, cutLines, totalLines, isTotalExact }
}
