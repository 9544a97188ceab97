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

const WITH_VALUE: ReadonlySet<string> = new Set(
  '-c -C --git-dir --work-tree --namespace --super-prefix --config-env --attr-source --shallow-file'.split(
    ' ',
  ),
)

const GLUED: ReadonlySet<string> = new Set(
  '--git-dir --work-tree --namespace --super-prefix --config-env --attr-source --exec-path --list-cmds'.split(
    ' ',
  ),
)

const QUIET_OPTIONS: ReadonlySet<string> = new Set(
  '-v --version -h --help -P --no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --html-path --man-path --info-path'.split(
    ' ',
  ),
)

const WITHOUT_VALUE: ReadonlySet<string> = new Set([
  ...QUIET_OPTIONS,
  '-p',
  '--paginate',
  '--bare',
  '--exec-path',
])

/** Subcommands that run nothing but git and the hooks of the repository, whatever their words are. */
export const QUIET_GIT: ReadonlySet<string> = new Set(
  [
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
  ].flatMap(line => line.split(' ')),
)

/** Subcommands that run what some of their words say, and nothing else where those are known. */
export const CHECKED_GIT: ReadonlySet<string> = new Set(
  'archive bisect clone config fetch fetch-pack grep ls-remote pull push rebase send-pack submodule lfs subtree'.split(
    ' ',
  ),
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
