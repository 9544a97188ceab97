import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../file/make-folder.ts'

/** What a file is called until all of it is on the disk. */
export const PART_NAME: RegExp = /^\.[0-9a-f]{12}\.part$/

/** Writes a file so that it is there whole, also after a loss of power, or not at all; one that is there is replaced. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  await makeDurableFolder(folder)
  const part = join(folder, `.${randomBytes(6).toString('hex')}.part`)
  try {
    const handle = await open(part, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(folder)
}

/** Has the disk know which names a folder holds. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    // Some file systems cannot, and keep names in order without it.
    await handle.sync().catch(() => undefined)
  } finally {
    await handle.close()
  }
}

/** Makes a folder, those above it, and their names on the disk. */
async function makeDurableFolder(folder: string): Promise<void> {
  const missing: string[] = []
  for (let above = folder; !(await isFolder(above)); above = dirname(above)) missing.push(above)
  if (missing.length === 0) return
  makeFolder(folder)
  for (const made of missing) await syncFolder(dirname(made))
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    stats => stats.isDirectory(),
    () => false,
  )
}
