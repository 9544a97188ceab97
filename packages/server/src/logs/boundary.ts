import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** True where a file, with all links on the way followed, still lies below the roots; false for what is not there. */
export type Boundary = (path: string) => boolean

/**
 * Looks at the roots as they are now. A root and its `projects` may be links, which only their owner makes; what lies
 * below is written by programs, and a link there must not lead out. Asks the system once for each folder.
 */
export function createBoundary(roots: readonly string[]): Boundary {
  const tops = roots.flatMap(root => [root, join(root, 'projects')]).flatMap(path => findReal(path) ?? [])
  const folders = new Map<string, boolean>()
  const isInside = (path: string): boolean => {
    const real = findReal(path)
    return real !== null && tops.some(top => real === top || real.startsWith(`${top}${sep}`))
  }
  return path => {
    const folder = dirname(path)
    let isFolderInside = folders.get(folder)
    if (isFolderInside === undefined) {
      isFolderInside = isInside(folder)
      folders.set(folder, isFolderInside)
    }
    const stats = isFolderInside ? findStats(path) : null
    return stats?.isSymbolicLink() ? isInside(path) : stats !== null
  }
}

/** Null also where a file stands in the place of a folder. */
function findStats(path: string): Stats | null {
  try {
    return lstatSync(path)
  } catch {
    return null
  }
}

function findReal(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
