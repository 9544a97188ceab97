import { join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { DEFAULT_SETTINGS, type PersonSettings } from './default-settings.ts'
import { changeJsonFile, type JsonFile, readJsonFile } from './json-file.ts'
import { checkSettingsChange, readPersonSettings } from './person-settings.ts'

/** The settings as they hold, where they are kept, and what is wrong with that file. */
export type SettingsReport = {
  readonly settings: PersonSettings
  /** Null where nothing says where the person's home is: then nothing can be kept. */
  readonly file: string | null
  readonly problems: readonly string[]
}

/** The file of settings in Antiphon's folder. */
export function toSettingsPath(folder: string): string {
  return join(folder, 'settings.json')
}

/** The settings of a person; a file with faults gives what can be read of it. */
export async function readSettingsFile(folder: string | null): Promise<SettingsReport> {
  if (folder === null) return { settings: DEFAULT_SETTINGS, file: null, problems: [] }
  return toReport(toSettingsPath(folder), await readJsonFile(toSettingsPath(folder)))
}

/** Changes some settings and keeps every other field; gives the settings after it, or why nothing was changed. */
export async function changeSettings(
  folder: string | null,
  changes: JsonObject,
): Promise<SettingsReport | { readonly refusal: string }> {
  const refusal = checkSettingsChange(changes)
  if (refusal !== null) return { refusal }
  if (folder === null) return { refusal: 'Settings have no place: HOME is not set.' }
  const path = toSettingsPath(folder)
  const changed = await changeJsonFile(path, value => ({ ...value, ...changes }))
  return 'problem' in changed ? { refusal: `${path} ${changed.problem}.` } : toReport(path, changed)
}

function toReport(file: string, read: JsonFile): SettingsReport {
  if ('problem' in read) return { settings: DEFAULT_SETTINGS, file, problems: [`${file} ${read.problem}.`] }
  const { settings, problems } = readPersonSettings(read.value)
  return { settings, file, problems: problems.map(problem => `${file}: ${problem}`) }
}
