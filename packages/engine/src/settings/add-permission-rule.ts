import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { insertRule, type RuleList } from './insert-rule.ts'
import type { SettingsProblem } from './settings.ts'

/** Adds a rule to a settings file, which is replaced in one step or not at all; null when it stands there. */
export async function addPermissionRule(options: {
  readonly file: string
  readonly rule: string
  readonly list?: RuleList
}): Promise<SettingsProblem | null> {
  const { file, rule, list = 'allow' } = options
  const result = (pending.get(file) ?? Promise.resolve()).then(() => replaceFile(file, { rule, list }))
  const settled = result.then(() => {
    if (pending.get(file) === settled) pending.delete(file)
  })
  pending.set(file, settled)
  return result
}

/** Two rules at once must not overwrite each other: the second reads what the first wrote. */
const pending = new Map<string, Promise<void>>()

async function replaceFile(
  file: string,
  addition: { readonly rule: string; readonly list: RuleList },
): Promise<SettingsProblem | null> {
  try {
    await mkdir(dirname(file), { recursive: true })
    // A link stays a link: many people keep their settings elsewhere.
    const target = await realpath(file).catch(() => file)
    const before = await readFile(target, 'utf8').catch(absentAsEmpty)
    const after = insertRule(before, addition)
    if ('problem' in after)
      return { file, what: after.problem, whatToDo: 'mend the file; the rule was not saved' }
    if (after.text !== before) await writeAtomically(target, after.text)
    return null
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    return { file, what, whatToDo: 'make the file writable; the rule holds until the session ends' }
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
