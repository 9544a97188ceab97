import { stripControl } from '@antiphon/core'
import { type PermissionPrompt, type SettingsPlace, savePermissionUpdate } from '@antiphon/engine'

export type RememberOptions = {
  readonly place: SettingsPlace
  /** Whether somebody may do without all questions from now on. */
  readonly mayBypass: boolean
  /** Hears of what could not be saved; it holds for the session all the same. */
  readonly onProblem: (problem: string) => void
}

/** Asks, and writes what was allowed for good into the settings file that the answer names. */
export function rememberAnswers(ask: PermissionPrompt, options: RememberOptions): PermissionPrompt {
  const { place, mayBypass, onProblem } = options
  return async question => {
    const answer = await ask(question)
    if (answer.behavior === 'deny' || !answer.updates) return answer
    const updates = answer.updates.filter(
      update => mayBypass || update.type !== 'setMode' || update.mode !== 'bypassPermissions',
    )
    for (const update of updates)
      for (const { file, what, whatToDo } of await savePermissionUpdate(update, place))
        onProblem(stripControl(`${file}: ${what}; ${whatToDo}.`))
    return { ...answer, updates }
  }
}
