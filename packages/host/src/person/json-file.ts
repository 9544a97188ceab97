import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isObject, type JsonObject } from '@antiphon/contract'
import { waitForLease } from '@antiphon/transcript'

/** A small file of the person's, or why it cannot be used, in words that follow its name. */
export type JsonFile = { readonly value: JsonObject } | { readonly problem: string }

/** Reads a file that holds one JSON object; one that is not there holds none. */
export async function readJsonFile(path: string): Promise<JsonFile> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { value: {} }
    return { problem: `cannot be read (${codeOf(error) ?? String(error)})` }
  }
  if (text.trim() === '') return { value: {} }
  try {
    const value: unknown = JSON.parse(text)
    // It was JSON.
    if (isObject(value) && !Array.isArray(value)) return { value: value as JsonObject }
    return { problem: 'holds no JSON object' }
  } catch (error) {
    return { problem: `is no JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/**
 * Changes such a file, which is replaced in one step or not at all. Whoever changes it at the same time, in this process
 * or in another, waits; a file that cannot be read stays as it is. Gives what the file holds now.
 */
export async function changeJsonFile(
  path: string,
  change: (value: JsonObject) => JsonObject,
): Promise<JsonFile> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // A link stays a link: many people keep their settings elsewhere.
    const target = await realpath(path).catch(() => path)
    const lease = await waitForLease(target)
    if (!lease) return { problem: 'is being changed by another program. Try again' }
    try {
      const read = await readJsonFile(target)
      if ('problem' in read) return read
      const value = change(read.value)
      if (JSON.stringify(value) !== JSON.stringify(read.value)) await replaceFile(target, value)
      return { value }
    } finally {
      await lease.release()
    }
  } catch (error) {
    return { problem: `cannot be written (${codeOf(error) ?? String(error)})` }
  }
}

async function replaceFile(path: string, value: JsonObject): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.temporary`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
