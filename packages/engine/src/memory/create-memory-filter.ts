import { createReadFilter } from '../permissions/create-read-filter.ts'
import type { PermissionState } from '../permissions/permission.ts'
import type { MemoryFilter } from './read-memory-file.ts'

/** What the rules that forbid to read say about instructions. */
export function createMemoryFilter(state: PermissionState): MemoryFilter {
  const mayImport = createReadFilter('Read', state)
  // Whoever takes the tool away has not spoken of what the model is told at the start.
  const deny = state.rules.deny.filter(rule => rule.includes('('))
  const mayTell = createReadFilter('Read', { ...state, rules: { ...state.rules, deny } })
  return (path, isImported) => (isImported ? mayImport : mayTell)(path)
}
