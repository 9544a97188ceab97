import { resolve } from 'node:path'
import type { ContextSuggestion } from '@antiphon/core/chat'
import { type Git, type GitQuestion, openGit } from '@antiphon/engine'
import type { ContextSource } from './context-source.ts'
import { cutMiddle } from './cut-middle.ts'
import { rank } from './rank.ts'
import type { Suggester } from './suggester.ts'

/** What changed in the chat's folder since the last commit, what is staged, and the newest commits there. */
export const suggestGit: Suggester = async (source, query, limit) => {
  const { cwd, workspace, signal } = source
  const git = await openGit({ cwd, env: workspace.env, signal })
  const [changed, staged, commits] = await Promise.all([
    readDiff(source, git, ['diff', 'HEAD']),
    readDiff(source, git, ['diff', '--cached']),
    listCommits(git),
  ])
  const diffs = [
    ...(changed === ''
      ? []
      : [toSuggestion('DIFF', { label: 'git diff HEAD', detail: countLines(changed) }, changed)]),
    ...(staged === ''
      ? []
      : [toSuggestion('DIFF', { label: 'git diff --cached', detail: countLines(staged) }, staged)]),
  ]
  const chosen = rank(commits, {
    nameOf: ({ subject, hash }) => `${subject} ${hash}`,
    query,
    limit: MAX_COMMITS,
  })
  const shown = await Promise.all(
    (query === '' ? commits.slice(0, MAX_COMMITS) : chosen).map(async ({ hash, subject }) =>
      toSuggestion(
        'COMMIT',
        { label: subject, detail: hash },
        await readDiff(source, git, ['show', '--format=medium', hash]),
      ),
    ),
  )
  const fitting = rank(diffs, { nameOf: ({ label }) => label, query, limit })
  return [...(query === '' ? diffs : fitting), ...shown].slice(0, limit)
}

const MAX_COMMITS = 6
const MAX_UNITS = 100_000
const MAX_NAME_UNITS = 500_000

type Commit = { readonly hash: string; readonly subject: string }

async function listCommits(git: Git): Promise<readonly Commit[]> {
  const log = await git('log', '-n', '30', '--format=%h%x09%s', '--no-decorate', '--no-color', '--', '.')
  return (log ?? '').split('\n').flatMap(line => {
    const [hash = '', subject = ''] = line.split('\t', 2)
    return /^[0-9a-f]{4,64}$/.test(hash) ? [{ hash, subject }] : []
  })
}

/** Only what lies below the chat's folder, and without files that the agent may not read. */
async function readDiff(
  { cwd, mayRead }: ContextSource,
  git: Git,
  [command, ...args]: readonly [GitQuestion, ...string[]],
): Promise<string> {
  const fixed = ['--no-color', '--no-renames', '--relative']
  const names = await git(command, ...fixed, '--name-only', '-z', ...withoutWords(args), '--', '.')
  // Where not all names are known, one that is forbidden could be among the others.
  if (names === null || names.length > MAX_NAME_UNITS) return ''
  const forbidden = names
    .split('\0')
    .map(name => name.replace(/^\n/, ''))
    .filter(name => name !== '' && !mayRead(resolve(cwd, name)))
  const left = forbidden.map(name => `:(exclude,literal)${name}`)
  return cutMiddle((await git(command, ...fixed, ...args, '--', '.', ...left)) ?? '', MAX_UNITS).trimEnd()
}

/** The names alone. */
function withoutWords(args: readonly string[]): readonly string[] {
  return args.map(argument => (argument.startsWith('--format=') ? '--format=' : argument))
}

type Words = Pick<ContextSuggestion, 'label' | 'detail'>

function toSuggestion(gitType: 'DIFF' | 'COMMIT', words: Words, content: string): ContextSuggestion {
  return { reference: { type: 'GitReference', gitType, displayType: 'TAG' }, content, ...words }
}

function countLines(diff: string): string {
  const lines = diff.split('\n')
  const added = lines.filter(line => line.startsWith('+') && !line.startsWith('+++')).length
  const removed = lines.filter(line => line.startsWith('-') && !line.startsWith('---')).length
  return `+${added} −${removed}`
}
