import type { GitSetting } from './read-git-settings.ts'

/**
 * Whether a setting is known to make git run nothing while it only looks: of all that is not on these lists nobody here
 * can tell, so that it counts as a program. `core.worktree` and `core.hookspath` are looked at elsewhere.
 */
export function isQuietSetting({ section, subsection, name, value }: GitSetting): boolean {
  if (subsection === null) {
    if (QUIET_SECTIONS.has(section)) return true
    return QUIET_NAMES[section]?.has(name) === true || hasQuietValue(`${section}.${name}`, value)
  }
  if (QUIET_NAMED_SECTIONS.has(section)) return true
  if (QUIET_NAMED[section]?.has(name) === true) return true
  return hasQuietValue(`${section}.${subsection}.${name}`, value)
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/** Whole sections, of which no name stands for a program that looking runs. */
const QUIET_SECTIONS = words(
  'user author committer branch pull push fetch rebase init color column advice gc maintenance pack index commit tag checkout clone stash rerere i18n transfer receive gui apply am worktree gitflow gitg github gitlab oh-my-zsh',
)
const QUIET_NAMED_SECTIONS = words('user branch color gitflow http maintenance')

/** `[section] name`. */
const QUIET_NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  core: words(
    `repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf
    quotepath abbrev compression loosecompression bigfilethreshold checkstat trustctime untrackedcache preloadindex
    commitgraph multipackindex sparsecheckout sparsecheckoutcone longpaths hidedotfiles protecthfs protectntfs whitespace
    deltabasecachelimit packedgitlimit packedgitwindowsize fscache sharedrepository warnambiguousrefs commentchar
    createobject fsync fsyncmethod fsyncobjectfiles worktree hookspath`,
  ),
  extensions: words('worktreeconfig objectformat refstorage noop relativeworktrees preciousobjects'),
  remote: words('pushdefault'),
  submodule: words('active fetchjobs propagatebranches alternatelocation alternateerrorstrategy'),
  merge: words(
    'ff conflictstyle renamelimit renames log verbosity stat branchdesc autostash defaulttoupstream',
  ),
  log: words('date decorate abbrevcommit follow mailmap showroot initialdecorationset excludedecoration'),
  diff: words(
    `algorithm renames renamelimit colormoved colormovedws context interhunkcontext mnemonicprefix noprefix
    indentheuristic wserrorhighlight statgraphwidth statnamewidth suppressblankempty autorefreshindex relative`,
  ),
  status: words('short branch showuntrackedfiles renames renamelimit aheadbehind relativepaths showstash'),
  grep: words('linenumber column patterntype extendedregexp fullname threads'),
  blame: words('coloring date showemail showroot blankboundary markunblamablelines markignoredlines'),
  http: words('postbuffer version lowspeedlimit lowspeedtime sslverify extraheader maxrequests'),
  credential: words('username usehttppath'),
  lfs: words('repositoryformatversion allowincompletepush concurrenttransfers'),
  feature: words('manyfiles experimental'),
}

/** `[section "…"] name`. */
const QUIET_NAMED: Readonly<Record<string, ReadonlySet<string>>> = {
  remote: words(
    'url pushurl fetch push tagopt prune prunetags skipdefaultupdate skipfetchall mirror followremotehead gh-resolved',
  ),
  submodule: words('url active branch path ignore fetchrecursesubmodules shallow'),
  url: words('insteadof pushinsteadof'),
  lfs: words('access locksverify'),
}

/** What is a program unless it has one of these values. */
const QUIET_VALUES: Readonly<Record<string, RegExp>> = {
  // Git's own monitor, or none.
  'core.fsmonitor': /^(?:true|false|)$/i,
  'gpg.format': /^(?:openpgp|x509|ssh)$/,
  'blame.ignorerevsfile': /^[\w-][\w.-]*$|^\.git-blame-ignore-revs$/,
  'submodule.recurse': /^(?:false|no|0)$/i,
  'log.showsignature': /^(?:false|no|0)$/i,
  'status.submodulesummary': /^(?:false|no|0)$/i,
  'diff.submodule': /^short$/,
  // As its own installer writes them.
  'filter.lfs.clean': /^git-lfs clean -- %f$/,
  'filter.lfs.smudge': /^git-lfs smudge(?: --skip)? -- %f$/,
  'filter.lfs.process': /^git-lfs filter-process(?: --skip)?$/,
  'filter.lfs.required': /^(?:true|false)$/,
}

function hasQuietValue(name: string, value: string | null): boolean {
  const known = Object.hasOwn(QUIET_VALUES, name) ? QUIET_VALUES[name] : undefined
  return known !== undefined && value !== null && known.test(value)
}
