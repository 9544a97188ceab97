import { type ExecFileException, execFile } from 'node:child_process'

/** Asks git something about a folder; null where it cannot answer. What is too long is cut. */
export type Git = (...args: readonly string[]) => Promise<string | null>

export type OpenGitOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
}

/**
 * Git for looking at a repository that somebody else may have written: it runs no program that the repository names,
 * diffs with `NO_PROGRAMS`, and looks at no other folder that the repository calls its own. Where that cannot be known
 * it answers nothing.
 */
export async function openGit(options: OpenGitOptions): Promise<Git> {
  const [found, place] = await Promise.all([
    runGit(
      ['config', '--show-scope', '--includes', '--null', '--name-only', '--get-regexp', FILTER],
      options,
    ),
    runGit(['rev-parse', '--is-inside-work-tree'], options),
  ])
  const filters = listForeignFilters(found)
  if (filters === null || place.text.trim() !== 'true') return async () => null
  const quiet = [...QUIET, ...toSettings(filters)].flatMap(setting => ['-c', setting])
  return async (...args) => {
    const { end, text } = await runGit([...quiet, ...args], options)
    return end === 'done' || end === 'cut' ? text : null
  }
}

/** What a diff needs beside: nothing in the settings can turn these programs off for every kind of file. */
export const NO_PROGRAMS: readonly string[] = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all']

const PATIENCE_MS = 5_000
const MAX_OUTPUT_BYTES = 1_048_576
const FILTER = '^filter\\.'

const QUIET = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'log.showSignature=false',
]

/**
 * Filters that the repository's own settings name: git would run them on every changed file. Those of the person stay.
 * Null where not all are known, or where one could not be turned off.
 */
function listForeignFilters({ end, text }: Ran): readonly string[] | null {
  if (end === 'none') return []
  if (end !== 'done' || text.length > MAX_NAME_UNITS) return null
  const fields = text.split('\0')
  const names = new Set<string>()
  for (let index = 0; index + 1 < fields.length; index += 2) {
    if (fields[index] !== 'local' && fields[index] !== 'worktree') continue
    // Git takes what stands before the first = of a setting for its whole name.
    const name = /^filter\.([^=\n]+)\.[^.=\n]+$/.exec(fields[index + 1] ?? '')?.[1]
    if (name === undefined) return null
    names.add(name)
  }
  return [...names]
}

/** As much as surely fits into a command line, four times over. */
const MAX_NAME_UNITS = 20_000

function toSettings(filters: readonly string[]): readonly string[] {
  return filters.flatMap(name => [
    ...['clean', 'smudge', 'process'].map(field => `filter.${name}.${field}=`),
    `filter.${name}.required=false`,
  ])
}

const VARIABLES = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  // What is missing in a partial clone is not fetched: that could run what the repository calls its transport.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
}

/** What git printed, and how it ended: it found nothing, was cut because it said too much, or failed. */
type Ran = { readonly end: 'done' | 'none' | 'cut' | 'failed'; readonly text: string }

function runGit(args: readonly string[], { cwd, env, signal }: OpenGitOptions): Promise<Ran> {
  return new Promise(resolve => {
    execFile(
      'git',
      ['--no-optional-locks', '--no-pager', ...args],
      {
        ...{ cwd, timeout: PATIENCE_MS, maxBuffer: MAX_OUTPUT_BYTES },
        env: { ...env, ...VARIABLES },
        ...(signal && { signal }),
      },
      (error, text) => resolve({ end: toEnd(error), text }),
    )
  })
}

function toEnd(error: ExecFileException | null): Ran['end'] {
  if (!error) return 'done'
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'cut'
  return error.code === 1 && !error.killed ? 'none' : 'failed'
}
