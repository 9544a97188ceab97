import { isQuietRepository } from '../../git/is-quiet-repository.ts'
import { readProgramTable, splitWords } from './program-table.ts'
import type { ReadOnlyUse } from './read-only-use.ts'

/**
 * What `git` looks at, if the subcommand with these options changes nothing and runs nothing: neither by itself nor
 * because the repository says so in which it may run, in any of the folders.
 */
export function readGitUse(words: readonly string[], folders: readonly string[]): ReadOnlyUse | null {
  const begin = words[0] === '--no-pager' ? 1 : 0
  const name = words[begin] ?? ''
  const rest = words.slice(begin + 1)
  if (!isKnownUse(name, rest) || !folders.every(isQuietRepository)) return null
  // Outside of a repository a diff takes all names for files.
  const isFile = name === 'diff' ? (word: string) => !word.startsWith('-') : isPathLike
  const paths = rest.filter(isFile).map(word => (isPathLike(word) ? word.replace(/^[^:]*:/, '') : word))
  return { paths, isRecursive: name === 'grep' }
}

/** Names of commits are no paths; what leads elsewhere is looked at as one. */
function isPathLike(word: string): boolean {
  return !word.startsWith('-') && (word.startsWith('/') || word.split(/[/:]/).includes('..'))
}

/** The options that it has are known, and so is what else it is given. */
function isKnownUse(name: string, words: readonly string[]): boolean {
  if (name === 'stash' || name === 'worktree') return words[0] === 'list' && words.length === 1
  const columns = SUBCOMMANDS.get(name)
  if (columns === undefined) return false
  const end = words.indexOf('--')
  const before = end === -1 ? words : words.slice(0, end)
  const operands = words.filter(word => !word.startsWith('-') || word === '-')
  const options = new Set(splitWords(columns.get('takes')))
  return (
    (!columns.has('alone') || operands.length === 0) &&
    before.every(word => !word.startsWith('-') || isKnownOption(word, options))
  )
}

function isKnownOption(word: string, names: ReadonlySet<string>): boolean {
  if (/^-\d+$/.test(word)) return true
  if (word.startsWith('--')) return names.has(word.replace(/=.*$/s, ''))
  // -n5, -U3, -Sword: the value is glued to the letter.
  return names.has(word) || names.has(`${word.slice(0, 2)}…`)
}

/** A value is glued to the letter where `…` follows it; `alone` have no operands. */
const SUBCOMMANDS = readProgramTable(`
  status: takes --short -s --branch -b -sb --porcelain --long --untracked-files -uno -uall --ignored
  status: takes --show-stash -v
  log, show, diff: takes --oneline --graph --all --decorate --no-decorate --stat --shortstat --numstat
  log, show, diff: takes --name-only --name-status --patch -p -s --no-patch --pretty --format --abbrev-commit
  log, show, diff: takes --date --since --until --after --before --author --committer --grep --max-count -n -n…
  log, show, diff: takes --skip --reverse --merges --no-merges --first-parent --follow --branches --tags
  log, show, diff: takes --remotes --cached --staged --merge-base --color --no-color --word-diff --unified -U…
  log, show, diff: takes --ignore-all-space -w -b --diff-filter --topo-order --date-order -S… -G… -L… -M -C -i
  log, show, diff: takes --left-right --cherry-pick --no-ext-diff --no-textconv --minimal --summary --exit-code
  log, show, diff: takes --quiet -q --find-renames -z --relative-date --no-renames --full-index --binary
  shortlog: takes -s -n -e -sn -sne --summary --numbered --email --all --since --until
  blame: takes -L… -w -M -C -e -s --date --porcelain
  rev-parse: takes --abbrev-ref --short --show-toplevel --git-dir --is-inside-work-tree --verify
  rev-parse: takes --symbolic-full-name --show-prefix -q --quiet
  rev-list: takes --count --all --max-count -n -n… --left-right --since --until --no-merges --first-parent
  rev-list: takes --reverse
  ls-files: takes --others -o --cached -c --modified -m --deleted -d --exclude-standard --stage -s -z
  ls-files: takes --full-name
  ls-tree: takes -r --name-only -l -d -t -z --full-tree
  describe: takes --tags --always --long --abbrev --dirty --all --match
  merge-base: takes --is-ancestor --all --fork-point
  branch: takes -a -r -v -vv -av -avv -l --list --all --remotes --show-current --merged --no-merged --contains
  branch: takes --sort --format
  tag: takes -l --list -n --sort --points-at --contains --merged
  remote: takes -v --verbose
  grep: takes -n -i -w -l -c -E -F -P -h -H -v -e --line-number --ignore-case --word-regexp --files-with-matches
  grep: takes --count --extended-regexp --fixed-strings --cached --heading --break
  branch, tag, remote: alone
`)
