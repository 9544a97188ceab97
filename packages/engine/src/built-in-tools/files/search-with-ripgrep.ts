import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isObject } from '@antiphon/contract'
import { findEndlessAbove, findEndlessBelow } from '../../files/find-endless-ignore-file.ts'
import { createGlobFilter } from '../../files/glob-filter.ts'
import { findRepository } from '../../files/ignore-rules.ts'
import { orElse } from '../../files/or-else.ts'
import { describeBadPattern, widenLineEnds } from './compile-pattern.ts'
import type { GrepFile, GrepLine, GrepProblem, GrepQuery } from './grep-query.ts'

const MAXIMUM_UNITS = 64_000_000

type RipgrepSearch = {
  readonly query: GrepQuery
  /** Where ripgrep is. */
  readonly program: string
  readonly signal: AbortSignal
}

/** Searches with ripgrep; gives the files, then a problem or null. Nobody who stops early leaves it running. */
export async function* searchWithRipgrep({
  query,
  program,
  signal,
}: RipgrepSearch): AsyncGenerator<GrepFile, GrepProblem | null, undefined> {
  const repository = await findRepository(query.root)
  const above = await findEndlessAbove(query.root, repository)
  if (above !== null) return describeEndless(above)
  const child = spawn(program, toRipgrepArguments(query, repository !== null), {
    cwd: query.root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = waitForEnd(child)
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  // Ripgrep reads ignore files to their end, also one that has none.
  const watch = new AbortController()
  const endless = query.fileName === null ? findEndlessBelow(query.root, watch.signal) : Promise.resolve(null)
  void endless.then(path => path !== null && stop())
  const kind = query.typeGlobs === null ? null : createGlobFilter(query.typeGlobs)
  try {
    for await (const file of readFiles(child.stdout, query)) {
      const isWanted = query.fileName !== null || kind === null || kind.judge(file.path, false) === 'include'
      if (isWanted && query.mayRead(join(query.root, file.path))) yield file
    }
    const { code, errors } = await ended
    signal.throwIfAborted()
    watch.abort()
    const below = await endless
    if (below !== null) return describeEndless(below)
    return code === 0 || code === 1 || errors === '' ? null : { problem: describeError(query, errors) }
  } finally {
    watch.abort()
    signal.removeEventListener('abort', stop)
    stop()
  }
}

async function* readFiles(output: Readable, query: GrepQuery): AsyncGenerator<GrepFile> {
  if (wantsJson(query)) return yield* readRipgrepEvents(splitOutput(output, '\n'), query)
  if (query.mode === 'files_with_matches') {
    for await (const path of splitOutput(output, '\0')) yield { path: withoutDot(path), count: 1, lines: [] }
    return
  }
  for await (const line of splitOutput(output, '\n')) {
    const [path = '', count = ''] = line.split('\0')
    yield { path: withoutDot(path), count: Number(count), lines: [] }
  }
}

function withoutDot(path: string): string {
  return path.replace(/^\.\//, '')
}

type End = { readonly code: number | null; readonly errors: string }

/** Never rejects: a program that does not start ends with its reason. */
function waitForEnd(child: ChildProcessByStdio<null, Readable, Readable>): Promise<End> {
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    errors = (errors + part).slice(0, MAXIMUM_ERROR_UNITS)
  })
  return new Promise(resolve => {
    child.on('error', error => resolve({ code: null, errors: error.message }))
    child.on('close', code => resolve({ code, errors }))
  })
}

const MAXIMUM_ERROR_UNITS = 4000

function describeEndless(path: string): GrepProblem {
  return { problem: `${path} is no ignore file that could be read to its end: remove it, then search again.` }
}

function describeError({ pattern }: GrepQuery, errors: string): string {
  if (!/regex|\\n|pattern|look-around|backreference/i.test(errors))
    return `The search failed: ${errors.trim()}`
  return describeBadPattern(pattern, errors.trim())
}

/** The output of a program, cut at a separator. A piece that is too long to be kept is left out. */
async function* splitOutput(output: Readable, separator: string): AsyncGenerator<string> {
  let [rest, isTooLong] = ['', false]
  for await (const part of output.setEncoding('utf8') as AsyncIterable<string>) {
    const pieces = part.split(separator)
    for (const [index, piece] of pieces.entries()) {
      if (!isTooLong) rest += piece
      isTooLong ||= rest.length > MAXIMUM_UNITS
      if (isTooLong) rest = ''
      if (index === pieces.length - 1) break
      if (!isTooLong) yield rest
      ;[rest, isTooLong] = ['', false]
    }
  }
  if (rest !== '') yield rest
}

/** How ripgrep is called so that it finds what `searchWithNode` finds. */
function toRipgrepArguments(query: GrepQuery, isInRepository: boolean): readonly string[] {
  return [
    '--no-config',
    '--no-messages',
    '--color=never',
    '--hidden',
    '--no-require-git',
    '--no-ignore-global',
    '--crlf',
    ...(isInRepository ? [] : ['--no-ignore-parent']),
    ...(query.isCaseInsensitive ? ['--ignore-case'] : ['--case-sensitive']),
    ...(query.isMultiline ? ['--multiline', '--multiline-dotall'] : []),
    ...output(query),
    ...query.globs.map(glob => `--glob=${glob}`),
    // A glob that takes a file would win against the kind; then only the filter behind ripgrep sees to it.
    ...(query.typeGlobs === null ? [] : query.typeGlobs.map(glob => `--type-add=wanted:${glob}`)),
    ...(query.typeGlobs === null ? [] : ['--type=wanted']),
    `--regexp=${query.isMultiline ? widenLineEnds(query.pattern) : query.pattern}`,
    '--',
    query.fileName === null ? './' : `./${query.fileName}`,
  ]
}

/** Only the JSON output tells that a file turned out to be binary. */
function wantsJson({ mode, fileName }: GrepQuery): boolean {
  return mode === 'content' || fileName !== null
}

function output(query: GrepQuery): readonly string[] {
  if (wantsJson(query))
    return ['--json', '--sort=path', `--before-context=${query.before}`, `--after-context=${query.after}`]
  const count = query.isMultiline ? '--count-matches' : '--count'
  return ['--null', query.mode === 'count' ? count : '--files-with-matches', '--with-filename']
}

/** The lines of ripgrep's JSON output → files with their matches; a binary file has none. */
async function* readRipgrepEvents(
  lines: AsyncIterable<string>,
  query: GrepQuery,
): AsyncGenerator<GrepFile, void, undefined> {
  let found: GrepLine[] = []
  let count = 0
  for await (const line of lines) {
    const event = parseEvent(line)
    switch (event?.type) {
      case 'begin':
        ;[found, count] = [[], 0]
        break
      case 'match':
      case 'context': {
        const isMatch = event.type === 'match'
        const added = toLines(event.data, isMatch)
        if (isMatch) count += query.isMultiline ? countMatches(event.data) : added.length
        if (query.mode === 'content' && found.length < query.maxLines) found.push(...added)
        break
      }
      case 'end':
        if (count > 0 && typeof event.data.binary_offset !== 'number')
          yield {
            path: textOf(event.data.path).replace(/^\.\//, ''),
            count: query.mode === 'files_with_matches' ? 1 : count,
            lines: found,
          }
        break
    }
  }
}

type Event = { readonly type: unknown; readonly data: Readonly<Record<string, unknown>> }

function parseEvent(line: string): Event | null {
  const value: unknown = orElse(() => JSON.parse(line), null)
  return isObject(value) && isObject(value.data) ? { type: value.type, data: value.data } : null
}

function toLines(data: Event['data'], isMatch: boolean): readonly GrepLine[] {
  const first = typeof data.line_number === 'number' ? data.line_number : 1
  const text = textOf(data.lines).replace(/\n$/, '')
  return text
    .split('\n')
    .map((line, index) => ({ number: first + index, text: line.replace(/\r$/, ''), isMatch }))
}

function countMatches({ submatches }: Event['data']): number {
  return Array.isArray(submatches) ? Math.max(1, submatches.length) : 1
}

/** Text, or bytes that are none. */
function textOf(value: unknown): string {
  if (!isObject(value)) return ''
  if (typeof value.text === 'string') return value.text
  return typeof value.bytes === 'string' ? Buffer.from(value.bytes, 'base64').toString('utf8') : ''
}
