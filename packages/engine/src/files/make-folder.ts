import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from './describe-file-error.ts'

/**
 * Makes a folder and those above it that are missing. Node's way to make several at once asks for ever where a folder
 * that is there takes none, as `/proc` and a home that an automounter does not know.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await makeOne(folder, mode)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || (await isFolder(dirname(folder)))) throw error
    if (dirname(folder) === folder) throw error
    await makeFolder(dirname(folder), mode)
    await makeOne(folder, mode)
  }
}

async function makeOne(folder: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(folder, mode)
  } catch (error) {
    // It may have been there before, or somebody else makes it at the same time.
    if (!(await isFolder(folder))) throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() === true
}
