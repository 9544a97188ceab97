import { isInside, type ResolvedPath, resolvePath } from '../files/resolve-path.ts'
import type { PermissionState } from './permission.ts'

/** Whether a path lies in the session's folders, as it is written and after its links. */
export function isInWorkingFolders(path: ResolvedPath, state: PermissionState): boolean {
  return (
    listFolders(state).some(({ real }) => isInside(path.real, real)) &&
    listFolders(state).some(
      ({ lexical, real }) => isInside(path.lexical, lexical) || isInside(path.lexical, real),
    )
  )
}

/** Whether it is one of those folders itself, or above one. */
export function holdsWorkingFolder(path: ResolvedPath, state: PermissionState): boolean {
  return listFolders(state).some(
    ({ lexical, real }) => isInside(real, path.real) || isInside(lexical, path.lexical),
  )
}

function listFolders({ cwd, additionalDirectories }: PermissionState): ResolvedPath[] {
  return [cwd, ...additionalDirectories].flatMap(folder => resolvePath(folder, cwd) ?? [])
}
