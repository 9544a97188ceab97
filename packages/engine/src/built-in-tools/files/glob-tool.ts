import picomatch from 'picomatch'
import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { toolCallTitle } from '@antiphon/core/ui'
import { z } from 'zod'
import { createGlobFilter, createGlobMatcher, refuseGlob } from '../../files/glob-filter.ts'
import { IMPOSSIBLE_PATH, resolveToolPath } from '../../files/tool-path.ts'
import { SKIPPED_FOLDERS, walkFiles } from '../../files/walk-files.ts'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { runFileWork } from './run-file-work.ts'
import { sortNewestFirst } from './sort-newest-first.ts'
import { createTimeLimit } from './time-limit.ts'

const schema = z.object({
  pattern: z.string().describe('The glob, such as **/*.ts or src/**/*.{js,jsx}'),
  path: z.string().optional().describe('The folder to search in; the working directory when left out'),
})

/** Finds files by their names. */
export function createGlobTool(): AgentTool {
  return defineTool({
    name: 'Glob',
    description: DESCRIPTION,
    schema,
    prepare(input, context) {
      const problem = refuseGlob(input.pattern)
      if (problem !== null) return { problem }
      const folder = resolveToolPath(input.path ?? context.cwd, context)
      if (folder === null) return { problem: IMPOSSIBLE_PATH }
      const { root, glob } = splitPattern(input.pattern, folder)
      return {
        input: input.path === undefined ? input : { ...input, path: folder },
        access: { kind: 'read', paths: [root] },
        isReadOnly: true,
        isConcurrencySafe: true,
        title: toolCallTitle('Glob', input),
        run: () =>
          runFileWork({
            signal: context.signal,
            path: root,
            isReadOnly: true,
            work: () => findFiles(root, glob, context),
          }),
      }
    },
  })
}

const DESCRIPTION = `Finds files by a glob pattern, newest first.
- Gives at most 100 absolute paths. A pattern without a slash matches in every subfolder; begin it with ./ to stay in the folder itself.
- Files that .gitignore names, .git and node_modules are left out, unless the pattern or the path leads into them.`

const MAXIMUM_FILES = 100
const MAXIMUM_MATCHES = 50_000

/** The folder from which to search, as deep as the pattern allows, and the rest of the pattern. */
function splitPattern(pattern: string, folder: string): { readonly root: string; readonly glob: string } {
  const { base, glob } = picomatch.scan(pattern, { noextglob: true, nonegate: true })
  if (glob === '') {
    // No magic in it: a name.
    const slash = pattern.lastIndexOf('/')
    if (slash === -1) return { root: folder, glob: pattern }
    return { root: below(folder, pattern.slice(0, slash + 1)), glob: `./${pattern.slice(slash + 1)}` }
  }
  const isAnchored = pattern.startsWith('./') || base !== ''
  return { root: below(folder, base), glob: isAnchored ? `./${glob}` : glob }
}

function below(folder: string, base: string): string {
  return isAbsolute(base) ? join(base) : join(folder, base)
}

async function findFiles(root: string, glob: string, context: ToolContext): Promise<ToolOutcome> {
  const problem = refuseFolder(await stat(root).catch(() => null), root, context.cwd)
  if (problem !== null) return toErrorOutcome(problem)
  const startedAt = context.now().getTime()
  const found = await collect(root, glob, context)
  const sorted = await sortNewestFirst(found.paths, context.signal)
  const filenames = sorted.slice(0, MAXIMUM_FILES)
  const truncated = sorted.length > filenames.length || found.notice !== null
  const notices = [
    sorted.length > filenames.length
      ? `(${filenames.length} of ${sorted.length} files are shown, the newest. Use a narrower pattern or path to see the others.)`
      : null,
    found.notice,
  ].filter(notice => notice !== null)
  return {
    content: [filenames.length === 0 ? 'No files found' : filenames.join('\n'), ...notices].join('\n'),
    data: {
      filenames,
      durationMs: context.now().getTime() - startedAt,
      numFiles: filenames.length,
      truncated,
    },
  }
}

type Found = { readonly paths: readonly string[]; readonly notice: string | null }

async function collect(root: string, glob: string, context: ToolContext): Promise<Found> {
  const matches = createGlobMatcher(glob)
  const mayRead = context.createReadFilter('Glob')
  const filter = createGlobFilter(SKIPPED_FOLDERS.map(name => `!${name}`))
  const limit = createTimeLimit(context.signal)
  const paths: string[] = []
  let notice: string | null = null
  try {
    const onTooMany = () => {
      notice = '(There are too many files to look at all of them. Name a folder with path.)'
    }
    for await (const { path, relative } of walkFiles({ root, filter, signal: limit.signal, onTooMany })) {
      if (matches(relative) && mayRead(path)) paths.push(path)
      if (paths.length >= MAXIMUM_MATCHES) break
    }
  } catch (error) {
    if (!limit.isOver()) throw error
    notice = '(The search took too long and was stopped. Name a folder with path.)'
  } finally {
    limit.close()
  }
  // A name may have brackets in it: app/[id]/page.tsx.
  const literal = join(root, glob)
  const isThere = paths.length === 0 && (await stat(literal).catch(() => null))?.isFile() === true
  if (isThere && mayRead(literal)) paths.push(literal)
  return { paths, notice }
}

/** Why a folder cannot be searched; null if it can. */
function refuseFolder(stats: Stats | null, path: string, cwd: string): string | null {
  if (stats === null)
    return `Directory does not exist: ${path}. Note: your current working directory is ${cwd}.`
  return stats.isDirectory() ? null : `${path} is not a folder. Give the folder that it is in.`
}
