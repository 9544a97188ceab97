import { join } from 'node:path'
import { assertNever, type JsonObject } from '@antiphon/contract'
import { findExecutable } from '../../files/find-executable.ts'
import { toDisplayPath } from '../../files/tool-path.ts'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { compilePattern } from './compile-pattern.ts'
import type { GrepFile, GrepLine, GrepProblem, GrepQuery } from './grep-query.ts'
import { searchWithNode } from './search-with-node.ts'
import { searchWithRipgrep } from './search-with-ripgrep.ts'
import { sortNewestFirst } from './sort-newest-first.ts'
import { createTimeLimit } from './time-limit.ts'

type GrepRun = {
  readonly query: GrepQuery
  readonly page: GrepPage
  readonly hasNumbers: boolean
  readonly context: ToolContext
}

/** Searches with ripgrep where it is installed and understands the pattern, else without, and formats what was found. */
export async function runGrep(run: GrepRun): Promise<ToolOutcome> {
  const { query, context } = run
  const limit = createTimeLimit(context.signal)
  const program = await findExecutable('rg', context.env)
  let found = program
    ? await collect(searchWithRipgrep({ query, program, signal: limit.signal }), run, limit.isOver)
    : null
  // Look-around and loose braces are beyond ripgrep, but not beyond JavaScript.
  if (found === null || (found.problem !== null && !('problem' in compilePattern(query.pattern, query))))
    found = await collect(searchWithNode(query, limit.signal), run, limit.isOver)
  return found.problem === null ? toOutcome(found, run) : toErrorOutcome(found.problem)
}

type Found = {
  readonly files: readonly GrepFile[]
  readonly problem: string | null
  readonly isStopped: boolean
}

type Search = AsyncGenerator<GrepFile, GrepProblem | null, undefined>

/** Takes files until there are enough for the page; a search that runs out of time still counts. */
async function collect(search: Search, { query }: GrepRun, isOver: () => boolean): Promise<Found> {
  const files: GrepFile[] = []
  let lines = 0
  try {
    for (;;) {
      const step = await search.next()
      if (step.done === true) return { files, problem: step.value?.problem ?? null, isStopped: false }
      files.push(step.value)
      lines += step.value.lines.length
      if (lines >= query.maxLines || files.length >= MAXIMUM_FILES) break
    }
  } catch (error) {
    if (!isOver()) throw error
    if (files.length > 0) return { files, problem: null, isStopped: true }
    return { files, problem: TOO_LONG, isStopped: true }
  } finally {
    await search.return(null)
  }
  return { files, problem: null, isStopped: false }
}

const MAXIMUM_FILES = 100_000
const TOO_LONG = 'The search took too long and was stopped. Narrow it with path, glob or type.'

async function toOutcome({ files, isStopped }: Found, run: GrepRun): Promise<ToolOutcome> {
  const { content, data } = await format(files, run)
  return { content: isStopped ? `${content}\n\n[${TOO_LONG}]` : content, data }
}

async function format(files: readonly GrepFile[], run: GrepRun): Promise<FormattedGrep> {
  const { query, page, hasNumbers, context } = run
  const display = (path: string) => toDisplayPath(path, context.cwd)
  const absolute = ({ path }: GrepFile) => join(query.root, path)
  switch (query.mode) {
    case 'content': {
      const hasContext = query.before + query.after > 0
      const groups = files.map(file =>
        formatContentLines(file, {
          path: query.fileName === null ? display(absolute(file)) : '',
          hasNumbers,
          hasContext,
        }),
      )
      const separated = groups.map((group, index) => (hasContext && index > 0 ? ['--', ...group] : group))
      return formatContent(separated.flat(), page)
    }
    case 'files_with_matches': {
      const sorted = await sortNewestFirst(files.map(absolute), context.signal)
      return formatFiles(sorted.map(display), page)
    }
    case 'count': {
      const counted = files.map(file => ({ path: display(absolute(file)), count: file.count }))
      return formatCounts(
        counted.sort((a, b) => (a.path < b.path ? -1 : 1)),
        page,
      )
    }
    default:
      return assertNever(query.mode)
  }
}

/** Which part of the output is wanted: lines or files, after the first `offset`. */
type GrepPage = { readonly limit: number; readonly offset: number }

type FormattedGrep = { readonly content: string; readonly data: JsonObject }

/** The lines of a content search as ripgrep prints them; a blank stands for no path before them. */
function formatContentLines(
  file: GrepFile,
  { path, hasNumbers, hasContext }: { path: string; hasNumbers: boolean; hasContext: boolean },
): readonly string[] {
  const output: string[] = []
  let last: GrepLine | undefined
  for (const line of file.lines) {
    if (hasContext && last !== undefined && line.number > last.number + 1) output.push('--')
    const sign = line.isMatch ? ':' : '-'
    output.push(
      `${path === '' ? '' : path + sign}${hasNumbers ? `${line.number}${sign}` : ''}${cutLine(line.text)}`,
    )
    last = line
  }
  return output
}

/** The page of a content search. */
function formatContent(lines: readonly string[], page: GrepPage): FormattedGrep {
  const { shown, notice, applied } = paginate(lines, page)
  const content = shown.join('\n')
  return {
    content: shown.length === 0 ? nothing('No matches found', page) : content + notice,
    data: { mode: 'content', numFiles: 0, filenames: [], content, numLines: shown.length, ...applied },
  }
}

/** The page of a search for files. */
function formatFiles(paths: readonly string[], page: GrepPage): FormattedGrep {
  const { shown, notice, applied } = paginate(paths, page)
  const head = `Found ${paths.length} ${paths.length === 1 ? 'file' : 'files'}`
  return {
    content: shown.length === 0 ? nothing('No files found', page) : `${head}\n${shown.join('\n')}${notice}`,
    data: { mode: 'files_with_matches', filenames: shown, numFiles: shown.length, ...applied },
  }
}

/** The page of a count. */
function formatCounts(
  files: readonly { readonly path: string; readonly count: number }[],
  page: GrepPage,
): FormattedGrep {
  const { shown, notice, applied } = paginate(
    files.map(({ path, count }) => `${path}:${count}`),
    page,
  )
  const numMatches = files.reduce((sum, { count }) => sum + count, 0)
  const content = shown.join('\n')
  const total = `\n\nFound ${numMatches} ${numMatches === 1 ? 'occurrence' : 'occurrences'} in ${files.length} ${files.length === 1 ? 'file' : 'files'}.`
  return {
    content: shown.length === 0 ? nothing('No matches found', page) : content + notice + total,
    data: { mode: 'count', numFiles: files.length, filenames: [], content, numMatches, ...applied },
  }
}

const MAXIMUM_LINE_UNITS = 500
const MAXIMUM_UNITS = 30_000

function cutLine(text: string): string {
  if (text.length <= MAXIMUM_LINE_UNITS) return text
  return `${text.slice(0, MAXIMUM_LINE_UNITS)} [… ${text.length - MAXIMUM_LINE_UNITS} more characters]`
}

function paginate(lines: readonly string[], { limit, offset }: GrepPage) {
  const wanted = limit === 0 ? lines.slice(offset) : lines.slice(offset, offset + limit)
  let [count, units] = [0, 0]
  for (const line of wanted) {
    units += line.length + 1
    if (units > MAXIMUM_UNITS && count > 0) break
    count += 1
  }
  const shown = wanted.slice(0, count)
  const isCut = offset + count < lines.length
  return {
    shown,
    notice: isCut
      ? `\n\n[${count} shown from offset ${offset}; there are more. Go on with offset ${offset + count}, or narrow the search.]`
      : '',
    applied: {
      ...(isCut ? { appliedLimit: count } : {}),
      ...(offset > 0 ? { appliedOffset: offset } : {}),
    },
  }
}

function nothing(text: string, { offset }: GrepPage): string {
  return offset > 0 ? `${text} behind offset ${offset}` : text
}
