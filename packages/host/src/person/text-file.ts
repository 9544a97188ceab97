import { randomBytes } from 'node:crypto'
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder, waitForLease } from '@antiphon/transcript'

/** A text, or why it cannot be used, in words that follow its file's name. */
export type TextOutcome = { readonly text: string } | { readonly problem: string }

/** Reads a file; one that is not there holds nothing. */
export async function readTextFile(path: string): Promise<TextOutcome> {
  try {
    return { text: await readFile(path, 'utf8') }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { text: '' }
    return { problem: `cannot be read (${codeOf(error) ?? String(error)})` }
  }
}

/**
 * Changes a file of the person's, which is replaced in one step or not at all, and keeps its rights unless `mode` says
 * others. Whoever changes it at the same time, in this process or in another of ours, waits; one that cannot be read
 * stays as it is.
 */
export async function changeTextFile(
  path: string,
  change: (text: string) => TextOutcome,
  { mode }: { readonly mode?: number } = {},
): Promise<TextOutcome> {
  try {
    makeFolder(dirname(path))
    // A link stays a link: many people keep their settings elsewhere.
    const target = await realpath(path).catch(() => path)
    const lease = await waitForLease(target)
    if (!lease) return { problem: 'is being changed by another program. Try again' }
    try {
      const read = await readTextFile(target)
      if ('problem' in read) return read
      const changed = change(read.text)
      if ('text' in changed && changed.text !== read.text) await replaceFile(target, changed.text, mode)
      return changed
    } finally {
      await lease.release()
    }
  } catch (error) {
    return { problem: `cannot be written (${codeOf(error) ?? String(error)})` }
  }
}

async function replaceFile(path: string, text: string, mode: number | undefined): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.temporary`
  const before = await stat(path).catch(() => null)
  try {
    const handle = await open(draft, 'wx', OWN_MODE)
    try {
      await handle.chmod(mode ?? (before === null ? OWN_MODE : before.mode & 0o777))
      await handle.writeFile(text)
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

const OWN_MODE = 0o600

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
