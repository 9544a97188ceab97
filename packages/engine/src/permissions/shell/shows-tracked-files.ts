import { findGitSubcommand } from './git-options.ts'

/** Whether `git` with these words may show what stands in files that the words do not name. An unknown subcommand may be an alias for one that does. */
export function showsTrackedFiles(words: readonly string[]): boolean {
  const begin = findGitSubcommand(words)
  if (begin === null) return true
  const name = words[begin] ?? ''
  if (name === '') return false
  const options = words.slice(begin + 1).filter(word => word.startsWith('-'))
  if (name === 'log' || name === 'shortlog') return !options.every(isSummary)
  if (name === 'diff') return !(options.every(isSummary) && options.some(option => SUMMARIES.test(option)))
  if (name === 'stash' || name === 'worktree' || name === 'submodule')
    return !QUIET_ACTIONS.has(`${name} ${words[begin + 1] ?? ''}`.trim()) || options.some(isPatch)
  return !QUIET.has(name) || options.some(isPatch)
}

function isSummary(option: string): boolean {
  return /^-(?:n?\d+|n|s|e|sn|sne|i|z|-)$/.test(option) || SUMMARIES.test(option) || LISTS.test(option)
}

/** `git commit -v`, `git add -p`, `git status -vv`. */
function isPatch(option: string): boolean {
  return (
    /^-[A-Za-z]*[vpeiu]|^--(?:verb|patch|edit|inter)/.test(option) && !/^-u(?:no|all|normal)?$/.test(option)
  )
}

const SUMMARIES = /^--(?:stat|shortstat|numstat|dirstat|name-only|name-status|summary|no-patch|quiet)(?:=|$)/
const LISTS =
  /^--(?:oneline|graph|all|decorate|no-decorate|pretty|format|abbrev|abbrev-commit|date|since|until|after|before|author|committer|grep|max-count|skip|reverse|merges|no-merges|first-parent|follow|branches|tags|remotes|cached|staged|merge-base|color|no-color|diff-filter|topo-order|date-order|left-right|cherry-pick|find-renames|no-renames|relative-date|no-ext-diff|no-textconv|exit-code|numbered|email)(?:=|$)/

const QUIET: ReadonlySet<string> = new Set(
  'status rev-parse rev-list ls-files ls-tree ls-remote describe merge-base branch tag remote config init fetch pull push add commit merge rebase checkout switch restore reset rm mv clean cherry-pick revert reflog notes gc fsck prune help version show-ref symbolic-ref for-each-ref name-rev check-ignore count-objects sparse-checkout lfs'.split(
    ' ',
  ),
)

const QUIET_ACTIONS: ReadonlySet<string> = new Set([
  ...[
    'stash',
    'stash list',
    'stash push',
    'stash pop',
    'stash apply',
    'stash drop',
    'stash clear',
    'stash save',
  ],
  ...['worktree list', 'worktree prune', 'worktree remove', 'worktree lock', 'worktree unlock'],
  ...[
    'submodule',
    'submodule status',
    'submodule update',
    'submodule init',
    'submodule sync',
    'submodule add',
  ],
])
