import { type BigIntStats, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { orElse } from '../files/or-else.ts'
import type { PathPattern } from './path-pattern.ts'

/** Whether a path is another name of a file that the rule names without wildcards, or that lies in a folder that it names. */
export function isHardLinkOf(pattern: PathPattern, path: string): boolean {
  const stats = statOf(path)
  // Most files have one name: nothing more is looked at.
  if (stats === null || !stats.isFile() || stats.nlink < 2n) return false
  const budget = { left: MOST_FILES }
  for (const name of pattern.names)
    for (const file of listBelow(name, budget)) if (toKey(file.stats) === toKey(stats)) return true
  return false
}

/** The same for many paths: what the rules name is looked at once. */
export function createHardLinkTest(patterns: readonly PathPattern[]): (path: string) => boolean {
  const keys = collectKeys(
    patterns.flatMap(pattern => pattern.names),
    MOST_FILES,
  )
  return path => {
    const stats = keys.size === 0 ? null : statOf(path)
    return stats !== null && keys.has(toKey(stats))
  }
}

/** Other names of the same files in the folders: to a mount each name is a file of its own. */
export function findHardLinks(paths: readonly string[], folders: readonly string[]): readonly string[] {
  const keys = collectKeys(paths, MOST_DENIED)
  const found: string[] = []
  const budget = { left: keys.size === 0 ? 0 : MOST_SEARCHED }
  for (const folder of folders)
    for (const { path, stats } of listBelow(folder, budget))
      if (stats.isFile() && keys.has(toKey(stats)) && !paths.includes(path)) found.push(path)
  return found
}

const MOST_FILES = 2_000
const MOST_DENIED = 5_000
const MOST_SEARCHED = 100_000

/** Files that have other names, too. */
function collectKeys(paths: readonly string[], mostFiles: number): ReadonlySet<string> {
  const budget = { left: mostFiles }
  const files = paths.flatMap(path => [...listBelow(path, budget)])
  return new Set(
    files.filter(({ stats }) => stats.isFile() && stats.nlink > 1n).map(({ stats }) => toKey(stats)),
  )
}

type Found = { readonly path: string; readonly stats: BigIntStats }

/** What there is at a path and below it but folders, until the budget is spent; links are not followed. */
function* listBelow(path: string, budget: { left: number }): Generator<Found> {
  const stats = orElse(() => lstatSync(path, { bigint: true }), null)
  if (stats === null || budget.left-- <= 0) return
  if (!stats.isDirectory()) yield { path, stats }
  else for (const name of orElse(() => readdirSync(path), [])) yield* listBelow(join(path, name), budget)
}

function toKey({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}

function statOf(path: string): BigIntStats | null {
  return orElse(() => statSync(path, { bigint: true }), null)
}
