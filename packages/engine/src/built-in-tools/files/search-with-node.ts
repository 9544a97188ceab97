import { join } from 'node:path'
import { createGlobFilter, type GlobFilter } from '../../files/glob-filter.ts'
import { walkFiles } from '../../files/walk-files.ts'
import { compilePattern } from './compile-pattern.ts'
import type { GrepFile, GrepProblem, GrepQuery } from './grep-query.ts'
import { createGuardedMatcher, isPatternTimeout } from './guarded-matcher.ts'
import { searchFile } from './search-file.ts'

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
