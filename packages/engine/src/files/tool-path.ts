import { homedir } from 'node:os'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orElse } from './or-else.ts'

/** Where a path is read from: the folder it is relative to, and whose home `~` is. */
type PathContext = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The absolute path that a model means; null for one that no file can have. */
export function resolveToolPath(path: string, { cwd, env }: PathContext): string | null {
  const given = fromUrl(path)
  if (given === null || given === '' || given.includes('\0')) return null
  if (given === '~' || given.startsWith('~/')) return resolve(env.HOME ?? homedir(), `.${given.slice(1)}`)
  return resolve(cwd, given)
}

/** Said when `resolveToolPath` gives null. */
export const IMPOSSIBLE_PATH =
  'The path is empty or has a character that no path can have. Give the absolute path of a file.'

/** A path as a person and a model read it best: relative below the working directory, else absolute. */
export function toDisplayPath(path: string, cwd: string): string {
  const below = relative(cwd, path)
  if (below === '') return '.'
  return below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? path : below
}

function fromUrl(path: string): string | null {
  return path.startsWith('file://') ? orElse(() => fileURLToPath(path), null) : path
}
