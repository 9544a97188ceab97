import { openGit } from '../git/open-git.ts'
import { cutText } from '../text/cut-text.ts'

/** The state of the repository when a session starts, as a model reads it; null without a repository or without git. */
export async function collectGitStatus(options: {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}): Promise<string | null> {
  const git = await openGit(options)
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
