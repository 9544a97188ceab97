import { createReadFilter, listProjectFiles } from '@antiphon/engine'
import type { Control } from './control.ts'
import { scorePath } from './score-path.ts'

/** Files of the project that a person may mean by what they have typed so far, the best first; never what is ignored or forbidden. */
export const fileSuggestions: Control = async ({ agent }, { query }, signal) => {
  if (typeof query !== 'string') throw new Error('file_suggestions needs query, a text')
  const typed = query.slice(0, MAX_QUERY_UNITS).replace(/^\.\//, '')
  const files = await listProjectFiles({
    root: agent.cwd,
    mayRead: createReadFilter('Read', agent.engine.permissions()),
    maxFiles: MAX_FILES,
    signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_MILLISECONDS)]),
  })
  const found = withFolders(files).flatMap(path => {
    const score = scorePath(path, typed)
    return score === null ? [] : [{ path, score }]
  })
  found.sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1))
  return { suggestions: found.slice(0, MAX_SUGGESTIONS).map(({ path }) => ({ path })) }
}

const MAX_FILES = 50_000
const MAX_MILLISECONDS = 5_000
const MAX_SUGGESTIONS = 15
const MAX_QUERY_UNITS = 500

/** Folders can be meant as well; they end in a slash. */
function withFolders(files: readonly string[]): readonly string[] {
  const folders = new Set<string>()
  for (const file of files)
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const folder = file.slice(0, at + 1)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  return [...folders, ...files]
}
