import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ResolvedPath } from '../files/resolve-path.ts'
import type { CompiledRule } from './rule-set.ts'

/** Whether a folder holds what a rule means, or may come to hold it: the rule speaks of a place in it, or of a file that is there. */
export function holdsProtected(folder: ResolvedPath, { path }: CompiledRule): boolean {
  if (path === null || path.liesIn(folder)) return true
  if (!path.reachesInto(folder)) return false
  const names = listBelow(folder.real)
  return (
    names === null ||
    names.some(name => path.touches({ lexical: join(folder.lexical, name), real: join(folder.real, name) }))
  )
}

/** Null for more than anybody wants to look at. */
function listBelow(folder: string): string[] | null {
  const found: string[] = []
  const folders = ['']
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    for (const entry of list(join(folder, current))) {
      const name = join(current, entry.name)
      found.push(name)
      if (found.length > MOST_NAMES) return null
      if (entry.isDirectory()) folders.push(name)
    }
  }
  return found
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // A file, or nothing that can be listed.
    return []
  }
}

const MOST_NAMES = 2000
