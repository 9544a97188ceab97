import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'

/** The repository that a folder belongs to. */
export type Repository = {
  readonly name: string
  /** Its main folder, also for a worktree that lies elsewhere. */
  readonly path: string
  /** The name of the worktree; null for the main one. */
  readonly worktree: string | null
}

/** Finds the repository of a folder, and remembers it. */
export type FindRepository = (cwd: string) => Repository

/**
 * Asks the folder itself, where it is there: `.git` is a folder, or a file that points to one. Where it is gone, as those
 * of worktrees are when their work is done, its path decides. What is no repository is called by its folder.
 */
export function createRepositoryFinder(): FindRepository {
  const known = new Map<string, Repository>()
  return cwd => {
    const found = known.get(cwd) ?? readFolders(cwd) ?? readPath(cwd)
    known.set(cwd, found)
    return found
  }
}

/** What the folders on the way up tell; null where none of them is there, or is a repository. */
function readFolders(cwd: string): Repository | null {
  // A path of a network would be asked of its server.
  if (!isAbsolute(cwd) || /^[\\/]{2}/.test(cwd)) return null
  let folder = resolve(cwd)
  for (let depth = 0; depth < DEEPEST; depth++) {
    const repository = readGit(folder)
    if (repository) return repository
    const parent = dirname(folder)
    if (parent === folder) return null
    folder = parent
  }
  return null
}

const DEEPEST = 64

function readGit(folder: string): Repository | null {
  const path = join(folder, '.git')
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) return null
    // The home of a person may be one: all that lies below it would be of one repository.
    if (stats.isDirectory()) return toRepository(folder, readPath(folder))
    if (!stats.isFile() || stats.size > MOST_BYTES) return null
    const target = /^gitdir: *(.+?)\s*$/m.exec(readFileSync(path, 'utf8'))?.[1]
    if (target === undefined) return null
    const main = /^(.*)[\\/]\.git[\\/]worktrees[\\/][^\\/]+$/.exec(resolve(folder, target))?.[1]
    if (main) return { name: basename(main), path: main, worktree: basename(folder) }
    const bare = /^(.*?)(?:\.git)?[\\/]worktrees[\\/][^\\/]+$/.exec(resolve(folder, target))?.[1]
    if (bare) return { name: basename(bare), path: bare, worktree: basename(folder) }
    // A submodule is a repository of its own.
    return { name: basename(folder), path: folder, worktree: null }
  } catch {
    return null
  }
}

const MOST_BYTES = 4096

/** A clone that stands where worktrees do is one: some tools copy instead of linking. */
function toRepository(folder: string, shape: Repository): Repository {
  return shape.worktree !== null ? shape : { name: basename(folder), path: folder, worktree: null }
}

/** What a path alone tells. */
function readPath(cwd: string): Repository {
  const parts = cwd.replace(/[\\/]+$/, '').split(/[\\/]/)
  for (const [index, part] of parts.entries()) {
    const [before, name, next] = [parts[index - 1], parts[index + 1], parts[index + 2]]
    if (!name) break
    // repository/.worktrees/name, repository/.claude/worktrees/name
    const isNested = part === 'worktrees' && (before === '.claude' || before === '.git')
    const depth = part === '.worktrees' || part === '.trees' ? index : isNested ? index - 1 : 0
    const owner = parts[depth - 1]
    if (depth > 0 && owner) return { name: owner, path: parts.slice(0, depth).join('/'), worktree: name }
    // .claude-worktrees/repository/name
    if ((part === '.claude-worktrees' || (part === 'worktrees' && before?.startsWith('.'))) && next)
      return { name, path: parts.slice(0, index + 2).join('/'), worktree: next }
    // repository.worktrees/name, repository-worktrees/name
    const sibling = /^(.+)[.-]worktrees$/.exec(part)?.[1]
    if (sibling) return { name: sibling, path: [...parts.slice(0, index), sibling].join('/'), worktree: name }
  }
  return { name: parts.at(-1) || cwd, path: cwd, worktree: null }
}
