import { basename, dirname } from 'node:path'
import { type ResolvedPath, resolveInFolder, resolvePath } from '../files/resolve-path.ts'
import type { GradeContext } from './grade.ts'
import { listPathRules } from './grade-path.ts'
import { createHardLinkTest } from './hard-links.ts'
import type { PermissionState } from './permission.ts'
import { compileRules } from './rule-set.ts'

/** False for a file that a rule forbids to read, however the path leads to it: a search must not show it, nor its name. */
export type ReadFilter = (path: string) => boolean

/** What a tool may show of many files: for one search, since it remembers folders as they are now. */
export function createReadFilter(toolName: string, state: PermissionState): ReadFilter {
  // A copy has patterns of its own: what those remember of every path goes with the search.
  const own = { ...state, rules: { ...state.rules } }
  const context: GradeContext = { state: own, rules: compileRules(own), toolName }
  const denying = listPathRules('read', 'deny', context)
  if (denying.length === 0) return () => true
  const resolve = createResolver(state.cwd)
  const isHardLink = createHardLinkTest(denying.flatMap(rule => rule.path ?? []))
  return path => {
    const place = resolve(path)
    if (place === null || denying.some(rule => rule.path === null || rule.path.touches(place))) return false
    return !isHardLink(place.real)
  }
}

/** Follows the links of each folder once. */
function createResolver(cwd: string): (path: string) => ResolvedPath | null {
  const folders = new Map<string, ResolvedPath | null>()
  return path => {
    const name = basename(path)
    if (['', '.', '..'].includes(name) || name.includes('\0')) return resolvePath(path, cwd)
    const folder = dirname(path)
    const known = folders.get(folder)
    const place = known === undefined ? resolvePath(folder, cwd) : known
    if (known === undefined) folders.set(folder, place)
    return place === null ? null : resolveInFolder(name, place)
  }
}
