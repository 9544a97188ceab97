import { type BigIntStats, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Other names of the same files in the folders: to a mount each name is a file of its own. */
export function findHardLinks(paths: readonly string[], folders: readonly string[]): readonly string[] {
  const wanted = new Set<string>()
  const budget = { entries: MOST_DENIED }
  for (const path of paths) visit(path, budget, (_, stats) => stats.nlink > 1n && wanted.add(toKey(stats)))
  if (wanted.size === 0) return []
  const known = new Set(paths)
  const found: string[] = []
  const wide = { entries: MOST_SEARCHED }
  for (const folder of folders)
    visit(folder, wide, (path, stats) => {
      if (wanted.has(toKey(stats)) && !known.has(path)) found.push(path)
    })
  return found
}

const MOST_DENIED = 5_000
const MOST_SEARCHED = 100_000

/** Looks at every regular file at a path and below it, until the budget is spent. */
function visit(
  path: string,
  budget: { entries: number },
  look: (path: string, stats: BigIntStats) => unknown,
): void {
  const open = [path]
  for (let next = open.pop(); next !== undefined && budget.entries > 0; next = open.pop()) {
    budget.entries -= 1
    const stats = statOf(next)
    if (stats?.isFile()) look(next, stats)
    if (stats?.isDirectory()) open.push(...namesIn(next).map(name => join(next ?? '', name)))
  }
}

function toKey({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}

function statOf(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true })
  } catch {
    return null
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
