import { resolvePath } from '../../files/resolve-path.ts'
import type { PermissionState } from '../permission.ts'
import { isProtectedPath } from '../protected-path.ts'
import { HARMLESS_DEVICES } from '../shell/harmless-devices.ts'
import { isInWorkingFolders } from '../working-folders.ts'
import { isCredentialName } from './credential-names.ts'

/** Why a file is none for the classifier to give away: it lies outside the folders, steers what runs later, or holds credentials. */
export function findReservedPath(
  path: string,
  bases: readonly string[],
  state: PermissionState,
): string | null {
  if (HARMLESS_DEVICES.has(path)) return null
  // The shell has read what it expands; some programs expand it, too.
  if (path.startsWith('~')) return `${quote(path)} lies outside the working folders`
  for (const base of bases) {
    const place = resolvePath(path, base)
    if (place === null) return `${quote(path)} names no file that can be`
    if (!isInWorkingFolders(place, state)) return `${quote(path)} lies outside the working folders`
    if (isProtectedPath(place)) return `${quote(path)} can change what runs later`
    if (isCredentialName(place.lexical) || isCredentialName(place.real))
      return `${quote(path)} may hold credentials`
  }
  return null
}

/** The same for a text of which nobody knows whether it is a path: one that looks like a way out is taken for one. */
export function findReservedText(text: string, state: PermissionState): string | null {
  const path = text.trim().replace(/^file:(?:\/\/(?:localhost)?)?/i, '')
  if (path.length > LONGEST_PATH || /[\r\n]/.test(path)) return null
  const isPath =
    /^[~/]/.test(path) ||
    path.split(/[\\/]/).includes('..') ||
    isCredentialName(path) ||
    isProtectedPath({ lexical: path, real: path })
  return isPath ? findReservedPath(path, [state.cwd], state) : null
}

function quote(path: string): string {
  return path.slice(0, LONGEST_QUOTE)
}

const LONGEST_PATH = 4_096
const LONGEST_QUOTE = 200
