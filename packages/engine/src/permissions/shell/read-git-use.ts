import { isQuietRepository } from '../../git/is-quiet-repository.ts'
import type { ReadOnlyUse } from './read-only-use.ts'

/**
 * What `git` looks at, if the subcommand with these options changes nothing and runs nothing: neither by itself nor
 * because the repository says so in which it may run, in any of the folders.
 */
export function readGitUse(words: readonly string[], folders: readonly string[]): ReadOnlyUse | null {
  const begin = words[0] === '--no-pager' ? 1 : 0
  const name = words[begin] ?? ''
  const rest = words.slice(begin + 1)
  const isKnown = Object.hasOwn(SUBCOMMANDS, name) && SUBCOMMANDS[name]?.(rest) === true
  if (!isKnown || !folders.every(isQuietRepository)) return null
  // Outside of a repository a diff takes all names for files.
  const isFile = name === 'diff' ? (word: string) => !word.startsWith('-') : isPathLike
  const paths = rest.filter(isFile).map(word => (isPathLike(word) ? word.replace(/^[^:]*:/, '') : word))
  return { paths, isRecursive: name === 'grep' }
}

/** Names of commits are no paths; what leads elsewhere is looked at as one. */
function isPathLike(word: string): boolean {
  return !word.startsWith('-') && (word.startsWith('/') || word.split(/[/:]/).includes('..'))
}

type Check = (words: readonly string[]) => boolean

function only(options: string, { mostOperands = Number.POSITIVE_INFINITY } = {}): Check {
  const names = new Set(options.split(' '))
  return words => {
    const end = words.indexOf('--')
    const before = end === -1 ? words : words.slice(0, end)
    const operands = words.filter(word => !word.startsWith('-') || word === '-')
    return (
      operands.length <= mostOperands &&
      before.every(word => !word.startsWith('-') || isKnownOption(word, names))
    )
  }
}

function isKnownOption(word: string, names: ReadonlySet<string>): boolean {
  if (/^-\d+$/.test(word)) return true
  if (word.startsWith('--')) return names.has(word.replace(/=.*$/s, ''))
  // -n5, -U3, -Sword: the value is glued to the letter.
  return names.has(word) || names.has(`${word.slice(0, 2)}…`)
}

const HISTORY =
  '--oneline --graph --all --decorate --no-decorate --stat --shortstat --numstat --name-only --name-status --patch -p -s --no-patch --pretty --format --abbrev-commit --date --since --until --after --before --author --committer --grep --max-count -n -n… --skip --reverse --merges --no-merges --first-parent --follow --branches --tags --remotes --cached --staged --merge-base --color --no-color --word-diff --unified -U… --ignore-all-space -w -b --diff-filter --topo-order --date-order -S… -G… -L… -M -C -i --left-right --cherry-pick --no-ext-diff --no-textconv --minimal --summary --exit-code --quiet -q --find-renames -z --relative-date --no-renames --full-index --binary'

const SUBCOMMANDS: Readonly<Record<string, Check>> = {
  status: only(
    '--short -s --branch -b -sb --porcelain --long --untracked-files -uno -uall --ignored --show-stash -v',
  ),
  log: only(HISTORY),
  show: only(HISTORY),
  diff: only(HISTORY),
  shortlog: only('-s -n -e -sn -sne --summary --numbered --email --all --since --until'),
  blame: only('-L… -w -M -C -e -s --date --porcelain'),
  'rev-parse': only(
    '--abbrev-ref --short --show-toplevel --git-dir --is-inside-work-tree --verify --symbolic-full-name --show-prefix -q --quiet',
  ),
  'rev-list': only(
    '--count --all --max-count -n -n… --left-right --since --until --no-merges --first-parent --reverse',
  ),
  'ls-files': only(
    '--others -o --cached -c --modified -m --deleted -d --exclude-standard --stage -s -z --full-name',
  ),
  'ls-tree': only('-r --name-only -l -d -t -z --full-tree'),
  describe: only('--tags --always --long --abbrev --dirty --all --match'),
  'merge-base': only('--is-ancestor --all --fork-point'),
  branch: only(
    '-a -r -v -vv -av -avv -l --list --all --remotes --show-current --merged --no-merged --contains --sort --format',
    { mostOperands: 0 },
  ),
  tag: only('-l --list -n --sort --points-at --contains --merged', { mostOperands: 0 }),
  remote: only('-v --verbose', { mostOperands: 0 }),
  stash: words => words[0] === 'list' && words.length === 1,
  worktree: words => words[0] === 'list' && words.length === 1,
  grep: only(
    '-n -i -w -l -c -E -F -P -h -H -v -e --line-number --ignore-case --word-regexp --files-with-matches --count --extended-regexp --fixed-strings --cached --heading --break',
  ),
}
