import { join } from 'node:path'
import { assertNever } from '@antiphon/contract'
import { findExecutable } from '../../files/find-executable.ts'
import { toDisplayPath } from '../../files/tool-path.ts'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { compilePattern } from './compile-pattern.ts'
import {
  type FormattedGrep,
  formatContent,
  formatContentLines,
  formatCounts,
  formatFiles,
  type GrepPage,
} from './format-grep.ts'
import type { GrepFile, GrepProblem, GrepQuery } from './grep-query.ts'
import { searchWithNode } from './search-with-node.ts'
import { searchWithRipgrep } from './search-with-ripgrep.ts'
import { sortNewestFirst } from './sort-newest-first.ts'
import { createTimeLimit } from './time-limit.ts'

export type GrepRun = {
  readonly query: GrepQuery
  readonly page: GrepPage
  readonly hasNumbers: boolean
  readonly context: ToolContext
}

/** Searches with ripgrep where it is installed and understands the pattern, else without, and formats what was found. */
export async function runGrep(run: GrepRun): Promise<ToolOutcome> {
  const { query, context } = run
  const limit = createTimeLimit(context.signal)
  try {
    const program = await findExecutable('rg', context.env)
    let found = program
      ? await collect(searchWithRipgrep({ query, program, signal: limit.signal }), run, limit.isOver)
      : null
    // Look-around and loose braces are beyond ripgrep, but not beyond JavaScript.
    if (found === null || (found.problem !== null && !('problem' in compilePattern(query.pattern, query))))
      found = await collect(searchWithNode(query, limit.signal), run, limit.isOver)
    if (found.problem !== null) return toErrorOutcome(found.problem)
    return await toOutcome(found, run)
  } finally {
    limit.close()
  }
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
