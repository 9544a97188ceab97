import { link, rename, unlink } from 'node:fs/promises'
import { hasCode } from '../transcript-error.ts'

/** Moves a file to where none is; false where somebody was quicker. */
export async function moveToNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    // Some file systems know no second name of a file.
    await rename(from, to)
    return true
  }
  await unlink(from)
  return true
}
