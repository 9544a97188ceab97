import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { orElse } from '../files/or-else.ts'
import { isInside, resolvePath } from '../files/resolve-path.ts'
import { findHardLinks } from '../permissions/hard-links.ts'
import { createPathPattern, type PathPattern } from '../permissions/path-pattern.ts'
import type { PermissionState } from '../permissions/permission.ts'
import { isProtectedPath } from '../permissions/protected-path.ts'
import { compileRules, selectRules } from '../permissions/rule-set.ts'
import { wordSet } from '../text/word-set.ts'
import type { DeniedPaths } from './find-denied-paths.ts'
import type { SandboxLevel, SandboxPlan } from './sandbox.ts'
import type { SandboxSettings } from './sandbox-settings.ts'

export type SandboxPlanOptions = {
  readonly level: SandboxLevel
  readonly settings: SandboxSettings
  readonly state: PermissionState
  /** Where the person keeps settings and logs. */
  readonly personFolder: string
  readonly temporaryFolder: string
  readonly denied: DeniedPaths
}

/** Turns rules and settings into what a command finds inside; or says why that cannot be done. */
export function planSandbox(options: SandboxPlanOptions): SandboxPlan | { readonly problem: string } {
  const planned = planFiles(options)
  if ('problem' in planned) return planned
  const kept = [...planned.readOnly, ...planned.hidden, ...planned.emptied]
  const roots = planned.level === 'folder' ? planned.writable : ['/']
  const pinned = listFoldersAbove([...kept, ...planned.absent], roots)
  const mounts = [...kept, ...pinned, ...planned.writable, ...planned.shown].length
  return mounts > MOST_MOUNTS ? { problem: TOO_MANY } : { ...planned, pinned }
}

// The time that bubblewrap takes grows with their square.
const MOST_MOUNTS = 250
const TOO_MANY = `rules for files mean more than ${MOST_MOUNTS} files and folders here; let them name folders`

function planFiles(options: SandboxPlanOptions): Omit<SandboxPlan, 'pinned'> | { readonly problem: string } {
  const { level, settings, state, denied } = options
  const { filesystem } = settings
  const reads = denied.find([...patternsOf(state, 'Read'), ...toPatterns(filesystem.denyRead, state)])
  if ('problem' in reads) return reads
  const edits = [...patternsOf(state, 'Edit'), ...toPatterns(filesystem.denyWrite, state)]
  const closed = denied.find(edits)
  if ('problem' in closed) return closed
  const folders = [state.cwd, ...state.additionalDirectories].flatMap(toReal)
  const hidden = [...reads, ...findHardLinks(reads, folders)]
  const fixed = [...closed, ...findHardLinks(closed, folders)]
  const missing = edits.flatMap(listMissing)
  const shown = toPaths(filesystem.allowRead, state)
  const common = { level, hidden, shown }
  if (level === 'rules') return { ...common, ...NOTHING_MORE, readOnly: fixed, absent: missing }
  const writable = listWritable(options)
  const guards = guardFolders(options, writable)
  const secrets = [...HOME_SECRETS].map(name => join(state.home, name)).filter(existsSync)
  const ofPerson = isAmong(options.personFolder, writable) ? [options.personFolder] : []
  return {
    ...common,
    writable,
    readOnly: [...fixed, ...guards.flatMap(guard => guard.readOnly), ...ofPerson].flatMap(toReal),
    writableInside: guards.flatMap(guard => guard.writableInside),
    emptied: secrets.flatMap(toReal).filter(path => !shown.includes(path)),
    absent: [...guards.flatMap(guard => guard.absent), ...missing.filter(path => isAmong(path, writable))],
    weakness: explainWeakness(state.home, writable, guards),
  }
}

const NOTHING_MORE = { writable: [], writableInside: [], emptied: [], weakness: null }

/** The plan's `weakness` alone, without a look for what rules forbid. */
export function findWeakness(options: SandboxPlanOptions): string | null {
  if (options.level === 'rules') return null
  const writable = listWritable(options)
  return explainWeakness(options.state.home, writable, guardFolders(options, writable))
}

/** What makes too much of what runs later writable. */
function explainWeakness(home: string, writable: readonly string[], guards: readonly Guard[]): string | null {
  if (toReal(home).some(place => isAmong(place, writable)))
    return 'commands inside may write in the home folder, where settings of many programs are'
  const link = guards.flatMap(guard => guard.links)[0]
  return link === undefined ? null : `${link} is a link, which a command could replace`
}

/** Whether any rule for files asks for a sandbox by itself. */
export function hasPathRules(state: PermissionState): boolean {
  return patternsOf(state, 'Read').length + patternsOf(state, 'Edit').length > 0
}

/** Rules for every file are not for the system to keep: nothing could be started. */
function patternsOf(state: PermissionState, tool: 'Read' | 'Edit'): readonly PathPattern[] {
  const names = tool === 'Edit' ? ['Edit', 'Write'] : ['Read']
  return selectRules(compileRules(state), 'deny', names).flatMap(({ path }) => path ?? [])
}

function listWritable({ settings, state, temporaryFolder }: SandboxPlanOptions): readonly string[] {
  const allowed = selectRules(compileRules(state), 'allow', ['Edit', 'Write'])
    .filter(({ content }) => content !== null && /^[^*?[\]\\!]+\/\*\*$/.test(content))
    .flatMap(({ path }) => path?.anchors ?? [])
  const all = [
    ...[state.cwd, ...state.additionalDirectories, temporaryFolder, ...allowed].flatMap(toReal),
    ...toPaths(settings.filesystem.allowWrite, state),
  ]
  return [...new Set(all)]
}

/** `/x` begins at the root of the file system, `~/x` at home, everything else at the folder. */
function toRule(path: string): string {
  if (path.startsWith('//') || path.startsWith('~')) return path
  if (path.startsWith('/')) return `/${path}`
  return path.startsWith('./') || path.startsWith('../') ? path : `./${path}`
}

/** The same settings are prepared once. */
function toPatterns(paths: readonly string[], state: PermissionState): readonly PathPattern[] {
  const known = prepared.get(paths)
  if (known !== undefined && known.cwd === state.cwd) return known.patterns
  const patterns = paths.map(path => createPathPattern(toRule(path), state))
  prepared.set(paths, { cwd: state.cwd, patterns })
  return patterns
}

const prepared = new WeakMap<
  readonly string[],
  { readonly cwd: string; readonly patterns: readonly PathPattern[] }
>()

/** What is there of paths that have no wildcards. */
function toPaths(paths: readonly string[], { cwd, home }: PermissionState): readonly string[] {
  return paths.flatMap(path => {
    const plain = path.replace(/^\/\//, '/').replace(/\/\*\*$/, '')
    return real(plain === '~' || plain.startsWith('~/') ? join(home, plain.slice(1)) : plain, cwd)
  })
}

/** What a rule forbids to make, or the first folder that is missing on the way there. */
function listMissing({ names }: PathPattern): readonly string[] {
  const place = names[0] === undefined ? null : resolvePath(names[0], '/')
  if (place === null || existsSync(place.real)) return []
  let missing = place.real
  while (!existsSync(dirname(missing))) missing = dirname(missing)
  return [missing]
}

/** The folders between a root and what is kept below it. */
function listFoldersAbove(paths: readonly string[], roots: readonly string[]): readonly string[] {
  const isBelow = (folder: string): boolean => roots.some(root => folder !== root && isInside(folder, root))
  const found = new Set<string>()
  for (const path of paths)
    for (let folder = dirname(path); isBelow(folder); folder = dirname(folder)) found.add(folder)
  return [...found]
}

type Guard = Pick<SandboxPlan, 'readOnly' | 'writableInside' | 'absent'> & {
  /** Protected names that are links: nothing can be mounted on those. */
  readonly links: readonly string[]
}

function guardFolders(
  { temporaryFolder }: SandboxPlanOptions,
  writable: readonly string[],
): readonly Guard[] {
  return writable.filter(root => root !== temporaryFolder).map(guardFolder)
}

/** What can change what runs later stays as it is in a folder that may be written. */
function guardFolder(root: string): Guard {
  const own = orElse(() => readdirSync(root), []).filter(
    name => name !== '.git' && isProtectedPath({ lexical: `/${name}`, real: `/${name}` }),
  )
  const git = join(root, '.git')
  const isRepository = kindOf(git) === 'folder'
  const parts = isRepository ? GIT_PARTS.map(name => join(git, name)) : [git]
  const places = [...own.map(name => join(root, name)), ...parts]
  const claude = join(root, '.claude')
  const worktrees = join(claude, 'worktrees')
  const isPlain = kindOf(claude) === 'folder' && kindOf(worktrees) === 'folder'
  const mayNotBe = [claude, join(root, '.mcp.json'), ...(isRepository ? parts : [])]
  return {
    readOnly: places.filter(path => kindOf(path) !== null),
    writableInside: isPlain ? [worktrees] : [],
    absent: mayNotBe.filter(path => kindOf(path) === null),
    links: [...places, git].filter(path => kindOf(path) === 'link'),
  }
}

function kindOf(path: string): 'folder' | 'link' | 'other' | null {
  try {
    const stats = lstatSync(path)
    return stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other'
  } catch {
    return null
  }
}

const GIT_PARTS = ['hooks', 'config', 'config.worktree', 'commondir', 'modules']

function isAmong(path: string, folders: readonly string[]): boolean {
  return folders.some(folder => isInside(path, folder))
}

/** For `flatMap`, which also gives an index. */
function toReal(path: string): string[] {
  return real(path)
}

function real(path: string, base = '/'): string[] {
  const place = resolvePath(path, base)
  return place !== null && existsSync(place.real) ? [place.real] : []
}

/** What in a home opens other doors: hidden from commands unless `sandbox.filesystem.allowRead` names it. */
const HOME_SECRETS = wordSet(
  '.ssh .gnupg .aws .azure .config/gcloud .config/gh .config/op .kube .docker .netrc .pgpass .npmrc .pypirc',
  '.git-credentials .config/git/credentials .cargo/credentials.toml .gem/credentials .terraform.d',
  '.vault-token .claude.json .claude/.credentials.json .password-store .local/share/keyrings .mozilla',
  '.config/google-chrome .config/chromium Library/Keychains',
)
