import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { stripControl } from '@antiphon/core/ui'

/** A path as a person writes it: with `~` for their home, and safe to print on one line. */
export function formatPlace(path: string, home: string | undefined): string {
  const isAtHome = home !== undefined && (path === home || path.startsWith(`${home}${sep}`))
  const short = isAtHome ? `~${path.slice(home.length)}` : path
  return stripControl(short).replace(/\s+/g, ' ')
}

/** The shortest beginning of each name, of at least `atLeast` characters, that no other name has; the whole name where there is none. */
export function uniquePrefixes(names: Iterable<string>, atLeast: number): ReadonlyMap<string, string> {
  const sorted = [...new Set(names)].sort()
  return new Map(
    sorted.map((name, index) => {
      const shared = Math.max(sharedLength(name, sorted[index - 1]), sharedLength(name, sorted[index + 1]))
      return [name, name.slice(0, Math.max(atLeast, shared + 1))]
    }),
  )
}

function sharedLength(one: string, other = ''): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

/** The names of a directory: a session may name its own with or without the links on the way. */
export async function directoryNames(path: string): Promise<readonly string[]> {
  const whole = resolve(path)
  const real = await realpath(whole).catch(() => whole)
  return [...new Set([whole, real])]
}
