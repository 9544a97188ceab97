import type { JsonObject } from '@antiphon/contract'
import { wrapInSystemReminder } from '@antiphon/core/api'
import { numberLines } from '../../files/number-lines.ts'
import { type RegularFile, readFully } from '../../files/open-regular-file.ts'
import { createTextDecoder, markLength, type TextEncoding, UTF_8 } from '../../files/text-encoding.ts'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import { NEVER_SAVED } from '../../tool/editor.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

type TextRequest = {
  readonly path: string
  /** Null for a text that is on no disk yet. */
  readonly file: RegularFile | null
  /** What the person's editor shows of it; null where only the disk tells. */
  readonly unsaved: string | null
  readonly encoding: TextEncoding
  readonly offset: number | undefined
  readonly limit: number | undefined
  readonly context: ToolContext
}

/** Lines of a text file with their numbers; a file of any size is read in pieces. */
export async function readText(request: TextRequest): Promise<ToolOutcome> {
  const { path, file, offset, limit, context, unsaved } = request
  const encoding = unsaved === null ? request.encoding : UTF_8
  const startLine = Math.max(1, offset ?? 1)
  const whole = unsaved === null ? await readWholeIfSmall(file) : Buffer.from(unsaved)
  const range = await readLineRange({
    chunks: whole === null ? readChunks(request) : single(whole.subarray(markLength(encoding))),
    encoding,
    startLine,
    maxLines: limit ?? DEFAULT_LINES,
    maxLineUnits: MAXIMUM_LINE_UNITS,
    maxUnits: MAXIMUM_UNITS,
    maxBytesBehind: MAXIMUM_BYTES_BEHIND,
  })
  const isWhole = range.isTotalExact && startLine === 1 && range.lines.length === range.totalLines
  const exact =
    isWhole && whole !== null
      ? createTextDecoder(encoding).decode(whole.subarray(markLength(encoding)))
      : null
  // Whoever read behind the end has seen nothing.
  if (range.lines.length > 0)
    context.files.set(path, {
      modifiedAt: file?.stats.mtimeMs ?? NEVER_SAVED,
      content: exact ?? range.lines.join('\n'),
      isPartial: exact === null,
    })
  return toOutcome(request, range, startLine)
}

const DEFAULT_LINES = 2000
const MAXIMUM_LINE_UNITS = 2000
const MAXIMUM_UNITS = 100_000
const MAXIMUM_WHOLE_BYTES = 4 * 1024 * 1024
const MAXIMUM_BYTES_BEHIND = 256 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

async function readWholeIfSmall(file: RegularFile | null): Promise<Buffer | null> {
  if (file === null || file.stats.size > MAXIMUM_WHOLE_BYTES) return null
  const { handle, stats } = file
  // A file of /proc has size 0 and still something to read, though never much.
  const size = stats.size === 0 ? MAXIMUM_UNITS * 4 : stats.size
  return readFully(handle, Buffer.allocUnsafe(size), 0)
}

async function* single(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function* readChunks({ file, encoding, context }: TextRequest): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  let position = markLength(encoding)
  for (;;) {
    context.signal.throwIfAborted()
    const chunk = file ? await readFully(file.handle, buffer, position) : NOTHING
    if (chunk.length === 0) return
    yield chunk
    position += chunk.length
  }
}

const NOTHING = Buffer.alloc(0)

function toOutcome({ path, encoding }: TextRequest, range: LineRange, startLine: number): ToolOutcome {
  const { lines, totalLines } = range
  const content = lines.join('\n')
  const file = { filePath: path, content, numLines: lines.length, startLine, totalLines }
  const data: JsonObject = { type: 'text', file }
  if (totalLines === 1 && lines.length === 1 && content === '')
    return { content: wrapInSystemReminder('The file exists and is empty.'), data }
  if (lines.length === 0)
    return {
      content: wrapInSystemReminder(
        `The file has only ${count(range)} ${totalLines === 1 ? 'line' : 'lines'}; nothing to read from line ${startLine} on.`,
      ),
      data,
    }
  const notes = describe(range, startLine, encoding)
  const numbered = numberLines(lines, startLine)
  return {
    content: notes.length === 0 ? numbered : `${numbered}\n\n${wrapInSystemReminder(notes.join('\n'))}`,
    data,
  }
}

/** What the model cannot see from the lines alone. */
function describe(range: LineRange, startLine: number, encoding: TextEncoding): readonly string[] {
  const { lines, cutLines, totalLines, isTotalExact } = range
  const last = startLine + lines.length - 1
  const notes: string[] = []
  if (last < totalLines || !isTotalExact)
    notes.push(
      `Lines ${startLine} to ${last} of ${count(range)} are shown. Read on with offset ${last + 1}, or search with Grep.`,
    )
  if (cutLines.length > 0)
    notes.push(
      `Cut after ${MAXIMUM_LINE_UNITS} characters: line ${cutLines.slice(0, 10).join(', ')}${cutLines.length > 10 ? ' and others' : ''}. Use Grep, or cut -c in Bash, to see the rest of such a line.`,
    )
  if (lines.some(line => line.includes('\uFFFD')))
    notes.push('\uFFFD stands for bytes that are not valid text in this encoding.')
  if (encoding.name !== 'utf-8') notes.push(`The file is stored as ${encoding.name.toUpperCase()}.`)
  return notes
}

function count({ totalLines, isTotalExact }: LineRange): string {
  return isTotalExact ? `${totalLines}` : `more than ${totalLines}`
}

type LineRangeOptions = {
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

type LineRange = {
  readonly lines: readonly string[]
  /** Lines of the file, or of the part that was counted. */
  readonly totalLines: number
  readonly isTotalExact: boolean
  /** Lines that were longer than allowed, by their number. */
  readonly cutLines: readonly number[]
}

/** Takes some lines out of a file of any size; what lies before and behind them is only counted, never kept. */
async function readLineRange(options: LineRangeOptions): Promise<LineRange> {
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
