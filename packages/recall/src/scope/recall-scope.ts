import { dirname, sep } from 'node:path'
import { createRepositoryFinder, toProjectKey } from '@antiphon/transcript'
import type { ToldProject } from './project-folders.ts'

/** Which sessions whoever asks may be told of. */
export type ScopeWish =
  | { readonly kind: 'all' }
  /** What was done in these directories and below them, in other worktrees of their repositories, too. */
  | { readonly kind: 'directories'; readonly directories: readonly string[] }

/** A wish, applied to the projects that there are. */
export type RecallScope = {
  readonly projects: readonly ToldProject[]
  /** How many projects there are beside them. */
  readonly outside: number
  /** How many sessions are left out because they run now. */
  readonly running: number
  accepts(path: string): boolean
}

export type ScopeOptions = {
  readonly wish: ScopeWish
  /** A directory, or a part of one's name, that is asked for among what may be told. */
  readonly narrow?: string | undefined
  /** Whether whoever asks may know of a log at all; what is hidden is not even counted. */
  readonly isShown?: ((logPath: string) => boolean) | undefined
}

/** Applies a wish to the projects that there are. */
export function applyScope(
  folders: readonly ToldProject[],
  { wish, narrow, isShown = () => true }: ScopeOptions,
): RecallScope {
  const shown = folders
    .map(folder => ({ ...folder, files: folder.files.filter(({ path }) => isShown(path)) }))
    .filter(({ files }) => files.length > 0)
  const allowed = shown.filter(toPredicate(wish))
  const projects = narrow === undefined ? allowed : allowed.filter(folder => isNamed(folder, narrow))
  const paths = new Set(projects.map(({ path }) => path))
  return {
    projects,
    outside: shown.length - allowed.length,
    running: 0,
    accepts: path => paths.has(toProjectPath(path)) && isShown(path),
  }
}

function toPredicate(wish: ScopeWish): (folder: ToldProject) => boolean {
  switch (wish.kind) {
    case 'all':
      return () => true
    case 'directories': {
      const findRepository = createRepositoryFinder()
      const tops = new Set(wish.directories.flatMap(directory => [directory, findRepository(directory).path]))
      const keys = new Set([...tops].map(toProjectKey))
      return ({ key, directory }) =>
        keys.has(key) ||
        [...tops].some(top => directory.startsWith(top.endsWith(sep) ? top : `${top}${sep}`)) ||
        tops.has(findRepository(directory).path)
    }
  }
}

function isNamed({ directory, key }: ToldProject, text: string): boolean {
  if (text.startsWith(sep)) {
    const top = text.length > 1 && text.endsWith(sep) ? text.slice(0, -1) : text
    return directory === top || directory.startsWith(`${top}${sep}`) || key === toProjectKey(top)
  }
  return directory.toLowerCase().includes(text.toLowerCase())
}

/** The project's folder that a session's or a subagent's log lies in. */
function toProjectPath(path: string): string {
  const at = path.lastIndexOf(`${sep}projects${sep}`)
  if (at === -1) return dirname(path)
  const start = at + `${sep}projects${sep}`.length
  const end = path.indexOf(sep, start)
  return end === -1 ? path : path.slice(0, end)
}
