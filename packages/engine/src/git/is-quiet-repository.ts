import { lstatSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { wordSet } from '../text/word-set.ts'
import { belongsToWorkTree, findGitPlace, findOwnRepository, type GitRepository } from './find-git-place.ts'
import { type GitSetting, readGitSettings } from './read-git-settings.ts'
import { OBJECT_NAME_BYTES, readGitlinks } from './read-gitlinks.ts'
import { isMissing } from './read-small-file.ts'

/**
 * Whether git, only looking, runs no program that the repository around a folder names, nor one inside it that git
 * enters. True where there is no repository; what cannot be told completely is not quiet. Reads files, runs nothing.
 */
export function isQuietRepository(folder: string): boolean {
  const place = findGitPlace(folder)
  if (place === 'unclear') return false
  return place === 'none' || isQuiet(place, { left: MOST_REPOSITORIES })
}

const MOST_REPOSITORIES = 200

function isQuiet(repository: GitRepository, budget: { left: number }): boolean {
  budget.left -= 1
  if (budget.left < 0) return false
  const settings = readSettings(repository)
  if (settings === null || !settings.every(isQuietSetting)) return false
  const workTrees = valuesOf(settings, 'core', 'worktree')
  if (workTrees.length > 1 || !belongsToWorkTree(repository, workTrees[0] ?? null)) return false
  if (!areHooksQuiet(repository, valuesOf(settings, 'core', 'hookspath'))) return false
  const formats = new Set(valuesOf(settings, 'extensions', 'objectformat'))
  const [format = 'sha1'] = formats
  const hash = OBJECT_NAME_BYTES[format]
  if (formats.size > 1 || hash === undefined) return false
  const links = readGitlinks(join(repository.gitFolder, 'index'), hash)
  return links?.every(path => isQuietInside(join(repository.workTree, path), budget)) === true
}

function readSettings({ gitFolder, commonFolder }: GitRepository): readonly GitSetting[] | null {
  const own = readGitSettings(join(commonFolder, 'config'))
  const ofWorkTree = readGitSettings(join(gitFolder, 'config.worktree'))
  return own === null || ofWorkTree === null ? null : [...own, ...ofWorkTree]
}

/** The values of a setting; one without a value leads nowhere. */
function valuesOf(settings: readonly GitSetting[], section: string, name: string): readonly string[] {
  return settings
    .filter(setting => setting.section === section && setting.subsection === null && setting.name === name)
    .map(({ value }) => value ?? '')
}

/** What git runs after it has written the index anew, which it does while it only looks. */
const HOOK = 'post-index-change'

function areHooksQuiet(
  { workTree, gitFolder, commonFolder }: GitRepository,
  named: readonly string[],
): boolean {
  if (named.some(path => path === '' || /^[~%]|["\\]/.test(path))) return false
  const folders = named.flatMap(path =>
    isAbsolute(path) ? [path] : [workTree, gitFolder, commonFolder].map(base => resolve(base, path)),
  )
  return [join(commonFolder, 'hooks'), ...folders].every(folder => isNothingAt(join(folder, HOOK)))
}

/** A repository that git enters where it is there. */
function isQuietInside(workTree: string, budget: { left: number }): boolean {
  if (isNothingAt(join(workTree, '.git'))) return true
  const place = findOwnRepository(workTree)
  // Without a head git does not enter it.
  return place === 'none' || (place !== 'unclear' && isQuiet(place, budget))
}

function isNothingAt(path: string): boolean {
  try {
    lstatSync(path)
    return false
  } catch (error) {
    return isMissing(error)
  }
}

/**
 * Whether a setting is known to make git run nothing while it only looks: of all that is not on these lists nobody here
 * can tell, so that it counts as a program. `core.worktree` and `core.hookspath` are looked at elsewhere.
 */
function isQuietSetting({ section, subsection, name, value }: GitSetting): boolean {
  if (subsection === null) {
    if (QUIET_SECTIONS.has(section)) return true
    return QUIET_NAMES[section]?.has(name) === true || hasQuietValue(`${section}.${name}`, value)
  }
  if (QUIET_NAMED_SECTIONS.has(section)) return true
  if (QUIET_NAMED[section]?.has(name) === true) return true
  return hasQuietValue(`${section}.${subsection}.${name}`, value)
}

/** Whole sections, of which no name stands for a program that looking runs. */
const QUIET_SECTIONS = wordSet(
  'user author committer branch pull push fetch rebase init color column advice gc maintenance pack index commit tag checkout clone stash rerere i18n transfer receive gui apply am worktree gitflow gitg github gitlab oh-my-zsh',
)
const QUIET_NAMED_SECTIONS = wordSet('user branch color gitflow http maintenance')

/** `[section] name`. */
const QUIET_NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  core: wordSet(
    `repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf
    quotepath abbrev compression loosecompression bigfilethreshold checkstat trustctime untrackedcache preloadindex
    commitgraph multipackindex sparsecheckout sparsecheckoutcone longpaths hidedotfiles protecthfs protectntfs whitespace
    deltabasecachelimit packedgitlimit packedgitwindowsize fscache sharedrepository warnambiguousrefs commentchar
    createobject fsync fsyncmethod fsyncobjectfiles worktree hookspath`,
  ),
  extensions: wordSet('worktreeconfig objectformat refstorage noop relativeworktrees preciousobjects'),
  remote: wordSet('pushdefault'),
  submodule: wordSet('active fetchjobs propagatebranches alternatelocation alternateerrorstrategy'),
  merge: wordSet(
    'ff conflictstyle renamelimit renames log verbosity stat branchdesc autostash defaulttoupstream',
  ),
  log: wordSet('date decorate abbrevcommit follow mailmap showroot initialdecorationset excludedecoration'),
  diff: wordSet(
    `algorithm renames renamelimit colormoved colormovedws context interhunkcontext mnemonicprefix noprefix
    indentheuristic wserrorhighlight statgraphwidth statnamewidth suppressblankempty autorefreshindex relative`,
  ),
  status: wordSet('short branch showuntrackedfiles renames renamelimit aheadbehind relativepaths showstash'),
  grep: wordSet('linenumber column patterntype extendedregexp fullname threads'),
  blame: wordSet('coloring date showemail showroot blankboundary markunblamablelines markignoredlines'),
  http: wordSet('postbuffer version lowspeedlimit lowspeedtime sslverify extraheader maxrequests'),
  credential: wordSet('username usehttppath'),
  lfs: wordSet('repositoryformatversion allowincompletepush concurrenttransfers'),
  feature: wordSet('manyfiles experimental'),
}

/** `[section "…"] name`. */
const QUIET_NAMED: Readonly<Record<string, ReadonlySet<string>>> = {
  remote: wordSet(
    'url pushurl fetch push tagopt prune prunetags skipdefaultupdate skipfetchall mirror followremotehead gh-resolved',
  ),
  submodule: wordSet('url active branch path ignore fetchrecursesubmodules shallow'),
  url: wordSet('insteadof pushinsteadof'),
  lfs: wordSet('access locksverify'),
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
