import { execFile } from 'node:child_process'

/** Asks git something about a folder; null where it cannot answer. What is too long is cut. */
export type Git = (...args: readonly string[]) => Promise<string | null>

export type OpenGitOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
}

/** Git for looking at a repository that somebody else may have written: it runs no program that the repository names, diffs with `NO_PROGRAMS`. */
export async function openGit(options: OpenGitOptions): Promise<Git> {
  const found = await runGit(
    ['config', '--show-scope', '--includes', '--null', '--get-regexp', FILTER],
    options,
  )
  const quiet = [...QUIET, ...toSettings(listForeignFilters(found ?? ''))]
  return (...args) => runGit([...quiet.flatMap(setting => ['-c', setting]), ...args], options)
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

/** Filters that the repository's own settings name: git would run them on every changed file. Those of the person stay. */
function listForeignFilters(settings: string): readonly string[] {
  const fields = settings.split('\0')
  const names = new Set<string>()
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const name = /^filter\.([^\n]+)\.[^.\n]+(?:\n|$)/.exec(fields[index + 1] ?? '')?.[1]
    if (name !== undefined && (fields[index] === 'local' || fields[index] === 'worktree')) names.add(name)
  }
  return [...names]
}

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

function runGit(args: readonly string[], { cwd, env, signal }: OpenGitOptions): Promise<string | null> {
  return new Promise(resolve => {
    execFile(
      'git',
      ['--no-optional-locks', '--no-pager', ...args],
      {
        ...{ cwd, timeout: PATIENCE_MS, maxBuffer: MAX_OUTPUT_BYTES },
        env: { ...env, ...VARIABLES },
        ...(signal && { signal }),
      },
      (error, stdout) => {
        const isCut = error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
        resolve(error && !isCut ? null : stdout)
      },
    )
  })
}
