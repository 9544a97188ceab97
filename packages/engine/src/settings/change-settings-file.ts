import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SettingsProblem } from './settings.ts'

/** The text of a settings file after a change, or why there can be none. */
export type ChangedText = { readonly text: string } | { readonly problem: string }

/** Changes a settings file, which is replaced in one step or not at all; null when it holds what it should. */
export async function changeSettingsFile(
  file: string,
  change: (text: string) => ChangedText,
): Promise<SettingsProblem | null> {
  const result = (pending.get(file) ?? Promise.resolve()).then(() => replaceFile(file, change))
  const settled = result.then(() => {
    if (pending.get(file) === settled) pending.delete(file)
  })
  pending.set(file, settled)
  return result
}

/** Two changes at once must not overwrite each other: the second reads what the first wrote. */
const pending = new Map<string, Promise<void>>()

async function replaceFile(
  file: string,
  change: (text: string) => ChangedText,
): Promise<SettingsProblem | null> {
  try {
    await mkdir(dirname(file), { recursive: true })
    // A link stays a link: many people keep their settings elsewhere.
    const target = await realpath(file).catch(() => file)
    const before = await readFile(target, 'utf8').catch(absentAsEmpty)
    const after = change(before)
    if ('problem' in after)
      return { file, what: after.problem, whatToDo: 'mend the file; the change was not saved' }
    if (after.text !== before) await writeAtomically(target, after.text)
    return null
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    return { file, what, whatToDo: 'make the file writable; the change holds until the session ends' }
  }
}

function absentAsEmpty(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

async function writeAtomically(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`
  const mode = await stat(file).then(
    found => found.mode & 0o777,
    () => 0o666,
  )
  try {
    const handle = await open(temporary, 'wx', mode)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
