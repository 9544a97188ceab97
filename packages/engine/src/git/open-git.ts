import { type ExecFileException, execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { findEndlessAbove, findEndlessBelow } from '../files/find-endless-ignore-file.ts'
import { findExecutable } from '../files/find-executable.ts'
import { IGNORE_FILES } from '../files/ignore-rules.ts'
import { wordSet } from '../text/word-set.ts'
import { findGitPlace } from './find-git-place.ts'
import { isQuietRepository } from './is-quiet-repository.ts'

/** Asks git something about a folder; null where it cannot answer, or cannot be asked safely. What is too long is cut. */
export type Git = (question: GitQuestion, ...args: readonly string[]) => Promise<string | null>

/** What git can be asked. */
export type GitQuestion = 'status' | 'diff' | 'show' | 'log' | 'symbolic-ref' | 'rev-parse'

export type OpenGitOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
}

/**
 * The one way to ask git about a repository that somebody else may have written: it runs no program that the repository
 * or one inside it names, enters no repository inside, fetches nothing, and looks at no other folder that the repository
 * calls its own. Where that cannot be known it answers nothing.
 */
export async function openGit(options: OpenGitOptions): Promise<Git> {
  const program = await findExecutable('git', options.env)
  const place = program === null ? 'none' : findGitPlace(options.cwd)
  if (program === null || place === 'none' || place === 'unclear') return async () => null
  const run = (args: readonly string[]) => runGit(program, args, options)
  const [found, inside] = await Promise.all([
    run(['config', '--show-scope', '--includes', '--null', '--name-only', '--get-regexp', FILTER]),
    run(['rev-parse', '--is-inside-work-tree']),
  ])
  const filters = listFilters(found, { withPersonal: !isQuietRepository(options.cwd) })
  if (filters === null || inside.text.trim() !== 'true') return async () => null
  const quiet = [...QUIET, ...toSettings(filters)].flatMap(setting => ['-c', setting])
  return async (question, ...args) => {
    const ask = (signal?: AbortSignal) =>
      runGit(program, [...quiet, question, ...WITHOUT_PROGRAMS[question], ...args], {
        ...options,
        ...(signal && { signal }),
      })
    const { end, text } = READS_FOLDERS.has(question)
      ? await askBesideFiles(ask, place.workTree, options)
      : await ask()
    return end === 'done' || end === 'cut' ? text : null
  }
}

/** What looks into every folder for files that tell it how. */
const READS_FOLDERS: ReadonlySet<GitQuestion> = new Set(['status', 'diff'])
const FOLDER_FILES = [...IGNORE_FILES, '.gitattributes']

/** Asks, unless git would have to read such a file without end: it would take all memory there is, or wait. */
async function askBesideFiles(
  ask: (signal: AbortSignal) => Promise<Ran>,
  workTree: string,
  { cwd, signal }: OpenGitOptions,
): Promise<Ran> {
  const stop = new AbortController()
  const either = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])])
  if ((await findEndlessAbove(realpathSync(cwd), workTree, FOLDER_FILES)) !== null) return FAILED
  const over = new AbortController()
  const endless = findEndlessBelow(workTree, over.signal, FOLDER_FILES)
  void endless.then(path => path !== null && stop.abort())
  const answer = await ask(either)
  over.abort()
  return (await endless) === null ? answer : FAILED
}

/** What no setting can turn off for every kind of file and every repository inside. */
const DIFF = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all']

const WITHOUT_PROGRAMS: Readonly<Record<GitQuestion, readonly string[]>> = {
  status: ['--ignore-submodules=all'],
  diff: DIFF,
  show: [...DIFF, '--no-show-signature'],
  log: [...DIFF, '--no-show-signature'],
  'symbolic-ref': [],
  'rev-parse': [],
}

const PATIENCE_MS = 5_000
const MAX_OUTPUT_BYTES = 1_048_576
const FILTER = '^filter\\.'

const QUIET = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'log.showSignature=false',
  'status.submoduleSummary=false',
  'diff.submodule=short',
  'submodule.recurse=false',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
  ...['program', 'openpgp.program', 'x509.program', 'ssh.program'].map(name => `gpg.${name}=`),
]

/**
 * Filters that git would run on every changed file: those of the repository's own settings, and the person's where the
 * repository may steer them. Null where not all are known, or where one could not be turned off.
 */
function listFilters(
  { end, text }: Ran,
  options: { readonly withPersonal: boolean },
): readonly string[] | null {
  if (end === 'none') return []
  if (end !== 'done' || text.length > MAX_NAME_UNITS) return null
  const fields = text.split('\0')
  const names = new Set<string>()
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const isForeign = fields[index] === 'local' || fields[index] === 'worktree'
    if (!isForeign && !options.withPersonal) continue
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

/** Variables of git that say where its own files and the person's settings are; the others name another repository, or programs. */
const KEPT_VARIABLES = wordSet(
  'GIT_CEILING_DIRECTORIES GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_NOSYSTEM GIT_EXEC_PATH',
)

function toEnvironment(env: OpenGitOptions['env']): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name) || KEPT_VARIABLES.has(name))
  return { ...Object.fromEntries(kept), ...VARIABLES }
}

const FAILED: Ran = { end: 'failed', text: '' }

/** What git printed, and how it ended: it found nothing, was cut because it said too much, or failed. */
type Ran = { readonly end: 'done' | 'none' | 'cut' | 'failed'; readonly text: string }

function runGit(
  program: string,
  args: readonly string[],
  { cwd, env, signal }: OpenGitOptions,
): Promise<Ran> {
  return new Promise(resolve => {
    execFile(
      program,
      ['--no-optional-locks', '--no-pager', ...args],
      {
        ...{ cwd, timeout: PATIENCE_MS, maxBuffer: MAX_OUTPUT_BYTES, killSignal: 'SIGKILL' },
        env: toEnvironment(env),
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
