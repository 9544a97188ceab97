import { wordSet } from '../../text/word-set.ts'

/** Where git's subcommand stands in the words behind `git`; null where an option before it is not known, and so may take the next word. */
export function findGitSubcommand(words: readonly string[]): number | null {
  let index = 0
  for (let word = words[index]; word?.startsWith('-'); word = words[index]) {
    const name = word.replace(/=.*$/s, '')
    if (WITH_VALUE.has(word)) index += 2
    else if (WITHOUT_VALUE.has(word) || (word !== name && GLUED.has(name))) index++
    else return null
  }
  return index
}

/** Options of git itself that lead to another repository, other settings or other programs. */
export function isSteeringGitOption(word: string): boolean {
  return word.startsWith('-') && !QUIET_OPTIONS.has(word)
}

const WITH_VALUE = wordSet(
  '-c -C --git-dir --work-tree --namespace --super-prefix --config-env --attr-source --shallow-file',
)

const GLUED = wordSet(
  '--git-dir --work-tree --namespace --super-prefix --config-env --attr-source --exec-path --list-cmds',
)

const QUIET_OPTIONS = wordSet(
  '-v --version -h --help -P --no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --html-path --man-path --info-path',
)

const WITHOUT_VALUE = new Set([...QUIET_OPTIONS, '-p', '--paginate', '--bare', '--exec-path'])

/** Subcommands that run nothing but git and the hooks of the repository, whatever their words are. */
export const QUIET_GIT: ReadonlySet<string> = wordSet(
  'add am annotate apply blame branch cat-file check-attr check-ignore check-mailmap check-ref-format checkout',
  'checkout-index cherry cherry-pick clean column commit commit-graph commit-tree count-objects describe diff',
  'diff-files diff-index diff-tree fast-export fast-import fmt-merge-msg for-each-ref format-patch fsck',
  'fsck-objects gc get-tar-commit-id hash-object help index-pack init init-db log ls-files ls-tree mailinfo',
  'mailsplit merge-base merge-file merge-ours merge-recursive merge-resolve merge-subtree merge-tree mktag mktree',
  'multi-pack-index mv name-rev notes pack-objects pack-redundant pack-refs patch-id prune prune-packed range-diff',
  'read-tree reflog remote repack replace rerere reset restore rev-list rev-parse revert rm shortlog show show-branch',
  'show-index show-ref sparse-checkout stage stash status stripspace switch symbolic-ref tag unpack-file',
  'unpack-objects update-index update-ref update-server-info var verify-commit verify-pack verify-tag version',
  'whatchanged worktree write-tree merge bundle bugreport diagnose',
)

/** Subcommands that run what some of their words say, and nothing else where those are known. */
export const CHECKED_GIT: ReadonlySet<string> = wordSet(
  'archive bisect clone config fetch fetch-pack grep ls-remote pull push rebase send-pack submodule lfs subtree',
)

/** Other names for what a rule may mean by the first. */
export const GIT_SYNONYMS: Readonly<Record<string, string>> = {
  'send-pack': 'push',
  'http-push': 'push',
  'fetch-pack': 'fetch',
  'init-db': 'init',
  stage: 'add',
  annotate: 'blame',
}

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
    return !QUIET_ACTIONS.test(`${name} ${words[begin + 1] ?? ''}`.trim()) || options.some(isPatch)
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

const QUIET = wordSet(
  'status rev-parse rev-list ls-files ls-tree ls-remote describe merge-base branch tag remote config init fetch pull push add commit merge rebase checkout switch restore reset rm mv clean cherry-pick revert reflog notes gc fsck prune help version show-ref symbolic-ref for-each-ref name-rev check-ignore count-objects sparse-checkout lfs',
)

const QUIET_ACTIONS =
  /^(?:stash(?: (?:list|push|pop|apply|drop|clear|save))?|worktree (?:list|prune|remove|lock|unlock)|submodule(?: (?:status|update|init|sync|add))?)$/
