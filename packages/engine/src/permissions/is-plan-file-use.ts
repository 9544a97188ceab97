import { basename, dirname, join } from 'node:path'
import { resolvePath } from '../files/resolve-path.ts'
import type { PermissionRequest, PermissionState } from './permission.ts'

/** Whether a call reads or writes the file of the plan and nothing else. A link in its place is another file. */
export function isPlanFileUse({ access }: PermissionRequest, { planFile, cwd }: PermissionState): boolean {
  if (planFile === undefined || (access.kind !== 'read' && access.kind !== 'write')) return false
  const folder = resolvePath(dirname(planFile), cwd)
  const real = folder && join(folder.real, basename(planFile))
  return (
    access.paths.length > 0 &&
    access.paths.every(path => {
      const place = resolvePath(path, cwd)
      return place !== null && place.real === real && [planFile, real].includes(place.lexical)
    })
  )
}
