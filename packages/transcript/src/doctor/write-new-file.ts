import { type FileHandle, open, rm } from 'node:fs/promises'

/** What a new file holds, and who may read it. Its name never ends like that of a session. */
export type NewFile = {
  readonly suffix: 'bak' | 'tmp'
  readonly bytes: Uint8Array
  readonly mode: number
}

/** A new file that is on the medium when this returns; its name is one that no other file has. */
export async function writeNewFile(stem: string, { suffix, bytes, mode }: NewFile): Promise<string> {
  for (let copy = 1; ; copy++) {
    const path = `${stem}${copy === 1 ? '' : `-${copy}`}.${suffix}`
    const handle = await openNew(path, mode)
    if (!handle) continue
    try {
      await handle.writeFile(bytes)
      await handle.chmod(mode & 0o7777)
      await handle.sync()
      return path
    } catch (error) {
      // Half a backup would be worse than none.
      await rm(path, { force: true })
      throw error
    } finally {
      await handle.close()
    }
  }
}

async function openNew(path: string, mode: number): Promise<FileHandle | null> {
  try {
    return await open(path, 'wx', mode & 0o777)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null
    throw error
  }
}
