import type { ProfileFilter, ProfileRule } from './read-profile.ts'

/** What a program asks the kernel for: an operation on a path, an address or a name. */
export type Operation = { readonly name: string; readonly on: string }

/**
 * What a profile says to an operation. Two readings are in circulation of how rules for an operation and for all its
 * kinds stand to each other: the last rule that fits counts, or the last of the narrowest. A profile of ours has to say
 * the same in both.
 */
export function judgeOperation(rules: readonly ProfileRule[], operation: Operation): 'allow' | 'deny' {
  const fitting = rules.flatMap(rule => {
    const widths = rule.operations.filter(name => covers(name, operation.name)).map(narrowness)
    const fits = rule.filters.length === 0 || rule.filters.some(filter => fitsFilter(filter, operation.on))
    return widths.length > 0 && fits ? [{ effect: rule.effect, narrowness: Math.max(...widths) }] : []
  })
  const last = fitting.at(-1)
  const narrowest = fitting
    .filter(one => one.narrowness === Math.max(...fitting.map(other => other.narrowness)))
    .at(-1)
  if (last === undefined || narrowest === undefined)
    throw new Error('A profile has to say what it is by default.')
  if (last.effect !== narrowest.effect)
    throw new Error(`It depends on the reading: ${operation.name} on ${operation.on}`)
  return last.effect
}

function covers(rule: string, operation: string): boolean {
  if (rule === 'default' || rule === operation) return true
  return rule.endsWith('*') && operation.startsWith(rule.slice(0, -1))
}

function narrowness(rule: string): number {
  return rule === 'default' ? 0 : rule.length
}

function fitsFilter({ kind, value }: ProfileFilter, on: string): boolean {
  switch (kind) {
    case 'literal':
    case 'sysctl-name':
    case 'global-name':
    case 'target':
    case 'socket-domain':
      return on === value
    case 'subpath':
      return on === value || on.startsWith(value.endsWith('/') ? value : `${value}/`)
    case 'sysctl-name-prefix':
      return on.startsWith(value)
    case 'regex':
    case 'local unix-socket':
    case 'remote unix-socket':
      return new RegExp(value, 's').test(on)
    case 'local ip':
    case 'remote ip': {
      const address = on.replace(/^(?:127\.0\.0\.1|\[::1\]):/, 'localhost:')
      return value.endsWith(':*') ? address.startsWith(value.slice(0, -1)) : address === value
    }
    default:
      throw new Error(`No filter: ${kind}`)
  }
}
