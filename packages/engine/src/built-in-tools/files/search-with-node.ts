import { join } from 'node:path'
import { createGlobFilter, type GlobFilter } from '../../files/glob-filter.ts'
import { openRegularFile, type RegularFile, readFully } from '../../files/open-regular-file.ts'
import { createTextDecoder, detectEncoding, markLength, UTF_8 } from '../../files/text-encoding.ts'
import { walkFiles } from '../../files/walk-files.ts'
import {
  compilePattern,
  createGuardedMatcher,
  type GuardedMatcher,
  isPatternTimeout,
} from './compile-pattern.ts'
import type { GrepFile, GrepLine, GrepProblem, GrepQuery } from './grep-query.ts'

/** Searches without any other program; gives the files in the order of their names, then a problem or null. */
export async function* searchWithNode(
  query: GrepQuery,
  signal: AbortSignal,
): AsyncGenerator<GrepFile, GrepProblem | null, undefined> {
  const expression = compilePattern(query.pattern, query)
  if ('problem' in expression) return expression
  const matcher = createGuardedMatcher(expression)
  for await (const { path, relative } of listFiles(query, signal)) {
    if (!query.mayRead(path)) continue
    try {
      const file = await searchFile({ path, relative, query, matcher, signal })
      if (file !== null) yield file
    } catch (error) {
      if (!isPatternTimeout(error)) throw error
      return { problem: `${TOO_SLOW} (It happened in ${relative}.)` }
    }
  }
  return null
}

const TOO_SLOW =
  'The pattern takes too long: a repetition inside a repetition, such as (a+)+, makes it try without end. Write it without such nesting, or search for a fixed part of it.'

type ListedFile = { readonly path: string; readonly relative: string }

async function* listFiles(query: GrepQuery, signal: AbortSignal): AsyncGenerator<ListedFile> {
  const { root, fileName } = query
  if (fileName !== null) {
    yield { path: join(root, fileName), relative: fileName }
    return
  }
  for await (const { path, relative, isLink } of walkFiles({ root, filter: toFilter(query), signal }))
    if (!isLink) yield { path, relative }
}

/** A file must be of the kind and pass the globs. */
function toFilter({ globs, typeGlobs }: GrepQuery): GlobFilter {
  const filter = createGlobFilter(globs)
  if (typeGlobs === null) return filter
  const kind = createGlobFilter(typeGlobs)
  return {
    judge: (path, isFolder) =>
      !isFolder && kind.judge(path, false) === 'exclude' ? 'exclude' : filter.judge(path, isFolder),
  }
}

type FileSearch = {
  readonly path: string
  readonly relative: string
  readonly query: GrepQuery
  readonly matcher: GuardedMatcher
  readonly signal: AbortSignal
}

/** Searches one file piece by piece; null where nothing matches, it is no text, or it cannot be read. */
async function searchFile(search: FileSearch): Promise<GrepFile | null> {
  const opened = await openRegularFile(search.path).catch(() => null)
  if (opened === null || 'refusal' in opened) return null
  const { handle, stats } = opened
  const { query } = search
  const collector = createLineCollector(query)
  const texts = readTexts(opened, search.signal)
  try {
    const count = query.isMultiline
      ? await searchWhole(search, texts, { collector, size: stats.size })
      : await searchLines(search, texts, collector)
    if (count === 0) return null
    return {
      path: search.relative,
      count: query.mode === 'files_with_matches' ? 1 : count,
      lines: query.mode === 'content' ? collector.lines : [],
    }
  } catch (error) {
    if (error === BINARY) return null
    throw error
  } finally {
    await handle.close()
  }
}

const CHUNK_BYTES = 256 * 1024
/** What of a longer line is searched. */
const MAXIMUM_LINE_UNITS = 1_000_000
/** Larger files are not searched over several lines, because they would have to be kept whole. */
const MAXIMUM_WHOLE_BYTES = 32 * 1024 * 1024
const BINARY = Symbol('binary')

async function searchLines(
  { query, matcher }: FileSearch,
  texts: AsyncIterable<string>,
  collector: LineCollector,
): Promise<number> {
  let [number, rest] = [1, '']
  const take = (lines: readonly string[]) => {
    const bare = lines.map(line => (line.endsWith('\r') ? line.slice(0, -1) : line))
    const matching = new Set(matcher.matchLines(bare))
    for (const [index, line] of bare.entries()) collector.add(number + index, line, matching.has(index))
    number += lines.length
  }
  for await (const text of texts) {
    if (rest.length >= MAXIMUM_LINE_UNITS && !text.includes('\n')) continue
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(0, MAXIMUM_LINE_UNITS)
    take(lines)
    if (query.mode === 'files_with_matches' && collector.count() > 0) break
    if (query.mode === 'content' && collector.lines.length >= query.maxLines) break
  }
  if (rest !== '') take([rest])
  return collector.count()
}

type Whole = { readonly collector: LineCollector; readonly size: number }

async function searchWhole(
  { matcher }: FileSearch,
  texts: AsyncIterable<string>,
  { collector, size }: Whole,
): Promise<number> {
  if (size > MAXIMUM_WHOLE_BYTES) return 0
  const parts: string[] = []
  for await (const part of texts) parts.push(part)
  const text = parts.join('')
  // Behind the last line end there is no line, so nothing can match there.
  const ranges = matcher.matchText(text).filter(([start]) => start < text.length || !/(?:^|\n)$/.test(text))
  if (ranges.length > 0) markLines(text, ranges, collector)
  return ranges.length
}

function markLines(
  text: string,
  ranges: readonly (readonly [number, number])[],
  collector: LineCollector,
): void {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  let [start, next] = [0, 0]
  for (const [index, line] of lines.entries()) {
    const end = start + line.length
    while (next < ranges.length && lastPlace(ranges[next]) < start) next += 1
    const [from = Number.POSITIVE_INFINITY] = ranges[next] ?? []
    collector.add(index + 1, line.replace(/\r$/, ''), from <= end)
    start = end + 1
  }
}

function lastPlace(range: readonly [number, number] | undefined): number {
  const [start, end] = range ?? [0, 0]
  return Math.max(start, end - 1)
}

async function* readTexts(
  { handle, stats: { size } }: RegularFile,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size, 4096) + 1))
  let position = 0
  let decoder: ReturnType<typeof createTextDecoder> | null = null
  let isWide = false
  for (;;) {
    signal.throwIfAborted()
    const chunk = await readFully(handle, buffer, position)
    if (chunk.length === 0) break
    let start = 0
    if (decoder === null) {
      const found = detectEncoding(chunk.subarray(0, 3))
      const encoding = found?.hasByteOrderMark ? found : UTF_8
      decoder = createTextDecoder(encoding)
      isWide = encoding.name !== 'utf-8'
      start = markLength(encoding)
    }
    if (!isWide && chunk.includes(0)) throw BINARY
    yield decoder.decode(chunk.subarray(start), { stream: true })
    position += chunk.length
    if (chunk.length < buffer.length) break
  }
  if (decoder !== null) yield decoder.decode()
}

type LineCollector = ReturnType<typeof createLineCollector>

/** Keeps the lines that match and those around them. */
function createLineCollector({ before, after, maxLines }: GrepQuery) {
  const lines: GrepLine[] = []
  const waiting: GrepLine[] = []
  let [count, following] = [0, 0]

  function keep(line: GrepLine): void {
    if (lines.length < maxLines) lines.push(line)
  }

  return {
    lines,
    /** How many lines matched. */
    count: () => count,
    /** Takes the next line of the file. */
    add(number: number, text: string, isMatch: boolean): void {
      const line = { number, text, isMatch }
      if (isMatch) {
        count += 1
        for (const earlier of waiting.splice(0)) keep(earlier)
        keep(line)
        following = after
      } else if (following > 0) {
        following -= 1
        keep(line)
      } else if (before > 0) {
        waiting.push(line)
        if (waiting.length > before) waiting.shift()
      }
    },
  }
}
