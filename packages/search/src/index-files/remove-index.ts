import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLease } from '@antiphon/transcript'
import { EMPTY_MANIFEST, MANIFEST_NAME, removeUnnamed } from './manifest.ts'

/** Deletes an index; false where another process writes it. */
export async function removeIndex(folder: string): Promise<boolean> {
  // A lease would make it.
  if (!existsSync(folder)) return true
  const lease = await acquireLease(join(folder, MANIFEST_NAME))
  if (lease === null) return false
  try {
    rmSync(join(folder, MANIFEST_NAME), { force: true })
    removeUnnamed(folder, EMPTY_MANIFEST)
    return true
  } finally {
    await lease.release()
  }
}
