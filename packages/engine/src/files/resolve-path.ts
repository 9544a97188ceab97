import { lstatSync, readlinkSync } from 'node:fs'
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path'
import { orElse } from './or-else.ts'

/** Where a path leads: as it is written, and after every link on the way. */
export type ResolvedPath = { readonly lexical: string; readonly real: string }

/** Follows a path like the kernel does, link by link and `..` after the link; what does not exist yet is taken as written. Null for a path that cannot be. */
export function resolvePath(path: string, base: string): ResolvedPath | null {
  if (path.includes('\0') || path.length > LONGEST_PATH) return null
  const lexical = resolve(base, path)
  const real = followLinks(isAbsolute(path) ? path : `${base}${sep}${path}`)
  return real === null ? null : { lexical, real }
}

/** The same for a name in a folder that has been followed already. */
export function resolveInFolder(name: string, folder: ResolvedPath): ResolvedPath | null {
  const real = join(folder.real, name)
  const target = readLink(real) === null ? { real } : resolvePath(real, sep)
  return target === null ? null : { lexical: join(folder.lexical, name), real: target.real }
}

/** Whether a path is a folder or lies in it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

/** Whether the way leads through what is another place for each process: `/proc/self/cwd`, `/dev/fd/3`. */
export function leadsThroughProcess(path: string, base: string): boolean {
  let isProcess = false
  followLinks(isAbsolute(path) ? path : `${base}${sep}${path}`, place => {
    isProcess ||= OF_PROCESS.test(place)
  })
  return isProcess
}

function followLinks(path: string, visit?: (place: string) => void): string | null {
  const { root } = parse(resolve(path))
  const todo = splitPath(path).reverse()
  let current = root
  let links = 0
  while (todo.length > 0) {
    const part = todo.pop() ?? ''
    if (part === '..') {
      current = dirname(current)
      continue
    }
    const next = join(current, part)
    visit?.(next)
    const target = readLink(next)
    if (target === null) {
      current = next
      continue
    }
    links++
    if (links > MOST_LINKS) return null
    if (isAbsolute(target)) current = root
    todo.push(...splitPath(target).reverse())
  }
  return current
}

function splitPath(path: string): string[] {
  return path.split(sep).filter(part => part !== '' && part !== '.')
}

function readLink(path: string): string | null {
  // Missing or unreadable: no link that a program of this user could follow.
  return orElse(() => (lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null), null)
}

const OF_PROCESS = /^\/(?:proc\/(?:self|thread-self|\d+)|dev\/fd)$/
const MOST_LINKS = 40
const LONGEST_PATH = 16_384
