import { lstat, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isObject, type JsonObject } from '@antiphon/contract'
import { makeFolder } from '../files/make-folder.ts'
import { readPlainFile } from '../files/read-plain-file.ts'
import { isInside } from '../files/resolve-path.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { parseTolerantJson, toPlainJson } from '../text/parse-tolerant-json.ts'
import type { SettingsProblem } from './settings.ts'

/** The text of a settings file after a change, or why there can be none. */
type ChangedText = { readonly text: string } | { readonly problem: string }

/** A file, and the folder in which it must lie, also by links; null for the person's own, which may lie anywhere. */
export type SettingsTarget = { readonly file: string; readonly root: string | null }

/** Changes a settings file, which is replaced in one step or not at all; null when it holds what it should. */
export async function changeSettingsFile(
  { file, root }: SettingsTarget,
  change: (text: string) => ChangedText,
): Promise<SettingsProblem | null> {
  const result = (pending.get(file) ?? Promise.resolve()).then(() => replaceFile({ file, root }, change))
  const settled = result.then(() => {
    if (pending.get(file) === settled) pending.delete(file)
  })
  pending.set(file, settled)
  return result
}

/** Two changes at once must not overwrite each other: the second reads what the first wrote. */
const pending = new Map<string, Promise<void>>()

async function replaceFile(
  { file, root }: SettingsTarget,
  change: (text: string) => ChangedText,
  attempts = 5,
): Promise<SettingsProblem | null> {
  try {
    await makeFolder(dirname(file))
    // A link stays a link: many people keep their settings elsewhere.
    const target = await realpath(file).catch(() => file)
    const expected = await lstat(target).catch(() => null)
    const read = await readPlainFile(file, { root })
    // A folder that somebody else made must not have its rules written into another file of the person.
    if (root !== null && !isInside(await realpath(dirname(target)), await realpath(root)))
      return { file, what: `it is a link that leads out of ${root}`, whatToDo: UNSAVED }
    const before = read ?? { text: '' }
    const after = 'problem' in before ? before : change(before.text)
    if ('problem' in after) return { file, what: after.problem, whatToDo: UNSAVED }
    if ('text' in before && after.text === before.text) return null
    const bytes = Buffer.from(after.text)
    if ((await writeFileAtomically({ path: target, bytes, expected })) !== null) return null
    // Another process was quicker: what it wrote must not be lost.
    if (attempts > 1) return await replaceFile({ file, root }, change, attempts - 1)
    return { file, what: 'others change it all the time', whatToDo: UNSAVED }
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    return { file, what, whatToDo: 'make the file writable; the change holds until the session ends' }
  }
}

const UNSAVED = 'mend the file; the change was not saved'

/** The text of a settings file with other fields; a file with comments stays as it is, since they would be lost. */
export function editSettings(text: string, edit: (settings: JsonObject) => JsonObject): ChangedText {
  const parsed = parseTolerantJson(text)
  if ('problem' in parsed) return parsed
  if (!isObject(parsed.value)) return { problem: 'the file holds no object' }
  // It was JSON.
  const before = parsed.value as JsonObject
  const after = edit(before)
  if (JSON.stringify(after) === JSON.stringify(before)) return { text }
  if (toPlainJson(text).trim() !== text.trim())
    return { problem: 'the file has comments or loose commas, which a change would take away' }
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  return { text: `${JSON.stringify(after, null, indent)}\n` }
}
