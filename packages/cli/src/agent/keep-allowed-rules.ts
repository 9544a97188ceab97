import type { PermissionUpdate, PermissionUpdateDestination } from '@antiphon/core'
import {
  addPermissionRule,
  formatRule,
  type PermissionPrompt,
  type SettingsProblem,
  settingsFile,
} from '@antiphon/engine'

export type RulePlaces = {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly onProblem: (problem: SettingsProblem) => void
}

/** Has new rules that come with an answer written into the settings file that the answer names; all else holds for the session. */
export function keepAllowedRules(ask: PermissionPrompt, places: RulePlaces): PermissionPrompt {
  return async request => {
    const answer = await ask(request)
    if (answer.behavior === 'allow') for (const update of answer.updates ?? []) await keep(update, places)
    return answer
  }
}

async function keep(update: PermissionUpdate, places: RulePlaces): Promise<void> {
  const source = SOURCES[update.destination]
  if (update.type !== 'addRules' || source === null) return
  for (const rule of update.rules) {
    const problem = await addPermissionRule({
      file: settingsFile(source, places),
      rule: formatRule(rule),
      list: update.behavior,
    })
    if (problem) places.onProblem(problem)
  }
}

const SOURCES: Readonly<Record<PermissionUpdateDestination, 'user' | 'project' | 'local' | null>> = {
  userSettings: 'user',
  projectSettings: 'project',
  localSettings: 'local',
  session: null,
  cliArg: null,
}
