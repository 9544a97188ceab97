import type { JsonObject } from '@antiphon/contract'
import { changeSettingsFile, editSettings, settingsFile, settingsRoot } from '@antiphon/engine'
import { type Control, readObject, readText } from './control.ts'

/**
 * Writes settings for the next sessions. Settings files decide what may run without asking, so that only fields are
 * written that cannot: the style of answers, and the model. Values are texts; nothing is deleted.
 */
export const updateSettings: Control = async ({ agent }, request) => {
  const target = TARGETS[readText(request, 'source')]
  if (!target) throw new Error('update_settings writes only to localSettings and userSettings')
  if (agent.flags.settingSources && !agent.flags.settingSources.includes(target.source))
    throw new Error(`update_settings: this session does not read ${target.source} settings`)
  const settings = checkFields(readObject(request, 'settings'), target.fields)
  const place = { cwd: agent.cwd, home: agent.home, env: agent.io.env }
  const problem = await changeSettingsFile(
    { file: settingsFile(target.source, place), root: settingsRoot(target.source, place) },
    text => editSettings(text, before => ({ ...before, ...settings })),
  )
  if (problem) throw new Error(`${problem.file}: ${problem.what}; ${problem.whatToDo}`)
  return { written: Object.keys(settings) }
}

type Target = { readonly source: 'local' | 'user'; readonly fields: readonly string[] }

const TARGETS: Readonly<Record<string, Target | undefined>> = {
  localSettings: { source: 'local', fields: ['outputStyle', 'model'] },
  userSettings: { source: 'user', fields: ['model'] },
}

function checkFields(settings: JsonObject, allowed: readonly string[]): JsonObject {
  const names = Object.keys(settings)
  if (names.length === 0) throw new Error('update_settings needs settings with at least one field')
  for (const name of names) {
    if (!allowed.includes(name))
      throw new Error(`update_settings does not write ${name} there, only ${allowed.join(' and ')}`)
    if (typeof settings[name] !== 'string' || settings[name] === '')
      throw new Error(`update_settings needs ${name} as a text`)
  }
  return settings
}
