import { execFile } from 'node:child_process'
import { cutText } from '../hooks/cut-text.ts'

/** The state of the repository when a session starts, as a model reads it; null without a repository or without git. */
export async function collectGitStatus(options: {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}): Promise<string | null> {
  const git = (...args: readonly string[]) => runGit(args, options)
  const [branch, base, status, commits] = await Promise.all([
    git('symbolic-ref', '--short', '-q', 'HEAD'),
    git('rev-parse', '--abbrev-ref', 'origin/HEAD'),
    git('status', '--short'),
    git('log', '--oneline', '--no-decorate', '-n', '5'),
  ])
  if (status === null) return null
  return [
    'The repository as it was when the session started; this is not kept up to date.',
    `Branch: ${branch?.trim() || '(detached)'}`,
    ...(base?.trim() ? [`Main branch: ${base.trim().replace(/^origin\//, '')}`] : []),
    `Status:\n${cutText(status.trimEnd(), LONGEST_STATUS) || '(clean)'}`,
    `Recent commits:\n${cutText(commits?.trimEnd() ?? '', LONGEST_LOG) || '(none)'}`,
  ].join('\n\n')
}

const LONGEST_STATUS = 2_000
const LONGEST_LOG = 1_000
const PATIENCE_MS = 5_000
const MAX_OUTPUT_BYTES = 1_048_576

// A repository that somebody else wrote must not run its own programs by being looked at.
const QUIET = [
  '--no-optional-locks',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false'].flatMap(setting => [
    '-c',
    setting,
  ]),
]

function runGit(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<string | null> {
  const settings = { GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' }
  return new Promise(resolve => {
    execFile(
      'git',
      [...QUIET, ...args],
      { cwd, env: { ...env, ...settings }, timeout: PATIENCE_MS, maxBuffer: MAX_OUTPUT_BYTES },
      (error, stdout) => {
        const isCut = error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
        resolve(error && !isCut ? null : stdout)
      },
    )
  })
}
