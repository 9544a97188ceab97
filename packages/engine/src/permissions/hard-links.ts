import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PathPattern } from './path-pattern.ts'

/** Whether a path is another name of a file that the rule names without wildcards, or that lies in a folder that it names. */
export function isHardLinkOf(pattern: PathPattern, path: string): boolean {
  const stats = statOrNull(path)
  // Most files have one name: nothing more is looked at.
  if (stats === null || !stats.isFile() || stats.nlink < 2) return false
  const known = { left: MOST_FILES }
  return pattern.names.some(name => holdsFile(name, stats, known))
}

/** The same for many paths: what the rules name is looked at once. */
export function createHardLinkTest(patterns: readonly PathPattern[]): (path: string) => boolean {
  const keys = new Set<string>()
  const known = { left: MOST_FILES }
  for (const name of patterns.flatMap(pattern => pattern.names)) collect(name, keys, known)
  if (keys.size === 0) return () => false
  return path => {
    const stats = statOrNull(path)
    return stats !== null && keys.has(toKey(stats))
  }
}

/** What is left of the work that one answer is worth. */
type Budget = { left: number }

function holdsFile(path: string, wanted: Stats, known: Budget): boolean {
  const stats = lstatOrNull(path)
  if (stats === null || known.left-- <= 0) return false
  if (stats.isDirectory()) return list(path).some(name => holdsFile(join(path, name), wanted, known))
  return toKey(stats) === toKey(wanted)
}

function collect(path: string, keys: Set<string>, known: Budget): void {
  const stats = lstatOrNull(path)
  if (stats === null || known.left-- <= 0) return
  if (stats.isDirectory()) for (const name of list(path)) collect(join(path, name), keys, known)
  else if (stats.isFile() && stats.nlink > 1) keys.add(toKey(stats))
}

function toKey({ dev, ino }: Stats): string {
  return `${dev}:${ino}`
}

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path)
  } catch {
    return null
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const MOST_FILES = 2000
