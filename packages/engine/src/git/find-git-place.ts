import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { orElse } from '../files/or-else.ts'
import { isMissing, readSmallFile } from './read-small-file.ts'

/** A repository as git would find it from a folder. */
export type GitRepository = {
  /** The folder that holds `.git`, without links. */
  readonly workTree: string
  readonly gitFolder: string
  /** Where the settings are: another folder for a worktree, else the same. */
  readonly commonFolder: string
}

/** What git would work on in a folder; `unclear` where that is not certain, or may be a bare repository that came as ordinary files. */
type GitPlace = GitRepository | 'none' | 'unclear'

/** Looks upwards from a folder as git does, without asking it. */
export function findGitPlace(folder: string): GitPlace {
  try {
    for (let current = realpathSync(folder); ; current = dirname(current)) {
      const place = lookInto(current)
      if (place !== 'none') return place
      if (looksBare(current)) return 'unclear'
      if (dirname(current) === current) return 'none'
    }
  } catch {
    return 'unclear'
  }
}

/** The repository whose `.git` stands in this very folder. */
export function findOwnRepository(folder: string): GitPlace {
  return orElse(() => lookInto(realpathSync(folder)), 'unclear')
}

const LONGEST_POINTER = 8_192

function lookInto(workTree: string): GitPlace {
  const path = join(workTree, '.git')
  const stats = statIfAny(path)
  if (stats === null) return 'none'
  if (stats.isDirectory()) return readGitFolder(realpathSync(path), workTree)
  if (!stats.isFile()) return 'unclear'
  const target = /^gitdir: ([^\0\n]+)\n*$/.exec(readPointer(path) ?? '')?.[1]
  if (target === undefined) return 'unclear'
  const place = readGitFolder(realpathSync(resolve(workTree, target)), workTree)
  // Where the pointer leads nowhere git ends with an error, but nothing here should depend on that.
  return place === 'none' ? 'unclear' : place
}

/** What git takes for a repository: a head, and folders for objects and references. */
function readGitFolder(gitFolder: string, workTree: string): GitPlace {
  const head = join(gitFolder, 'HEAD')
  const found = lstatIfAny(head)
  if (found === null) return 'none'
  const target = found.isSymbolicLink() ? readlinkSync(head) : (readPointer(head) ?? '')
  if (!(found.isSymbolicLink() ? /^refs\// : HEAD).test(target)) return 'unclear'
  const commonFolder = findCommonFolder(gitFolder)
  if (commonFolder === null) return 'unclear'
  const isWhole = ['objects', 'refs'].every(name => statIfAny(join(commonFolder, name))?.isDirectory())
  return isWhole ? { workTree, gitFolder, commonFolder } : 'unclear'
}

const HEAD = /^(?:ref:\s*refs\/|[0-9a-f]{40})/

/** Only a worktree of git's own making shares the settings of another folder. */
function findCommonFolder(gitFolder: string): string | null {
  const pointer = readPointer(join(gitFolder, 'commondir'))
  if (pointer === undefined) return gitFolder
  if (pointer === null) return null
  const common = realpathSync(resolve(gitFolder, pointer.replace(/\n+$/, '')))
  return dirname(gitFolder) === join(common, 'worktrees') ? common : null
}

/** HEAD beside objects: the folder itself could be taken for a repository. */
function looksBare(folder: string): boolean {
  const has = (name: string) => lstatIfAny(join(folder, name)) !== null
  return has('HEAD') && (has('objects') || has('commondir'))
}

/** Whether a repository that lies elsewhere says itself that it belongs to the folder whose `.git` names it. */
export function belongsToWorkTree(repository: GitRepository, namedWorkTree: string | null): boolean {
  const { workTree, gitFolder } = repository
  if (namedWorkTree !== null) return isSame(resolve(gitFolder, namedWorkTree), workTree)
  if (gitFolder.startsWith(workTree.endsWith(sep) ? workTree : workTree + sep)) return true
  const back = readPointer(join(gitFolder, 'gitdir'))?.replace(/\n+$/, '')
  if (!back) return false
  return isSame(dirname(isAbsolute(back) ? back : resolve(gitFolder, back)), workTree)
}

function isSame(path: string, real: string): boolean {
  return orElse(() => realpathSync(path) === real, false)
}

/** A small file as text; undefined where there is none, null where it cannot be told. */
function readPointer(path: string): string | null | undefined {
  const bytes = readSmallFile(path, LONGEST_POINTER)
  if (bytes === 'missing') return undefined
  return bytes === 'unclear' ? null : bytes.toString('utf8')
}

function statIfAny(path: string) {
  return lookAt(() => statSync(path))
}

function lstatIfAny(path: string) {
  return lookAt(() => lstatSync(path))
}

function lookAt<T>(look: () => T): T | null {
  try {
    return look()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
