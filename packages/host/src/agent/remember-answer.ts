import { stripControl } from '@antiphon/core/ui'
import { type PermissionAnswer, type SettingsPlace, savePermissionUpdate } from '@antiphon/engine'

type RememberOptions = {
  readonly place: SettingsPlace
  /** Whether somebody may do without all questions from now on. */
  readonly mayBypass: boolean
  /** Hears of what could not be saved; it holds for the session all the same. */
  readonly onProblem: (problem: string) => void
}

/** Writes what was allowed for good into the settings file that the answer names; gives what of the answer holds. */
export async function rememberAnswer(
  answer: PermissionAnswer,
  { place, mayBypass, onProblem }: RememberOptions,
): Promise<PermissionAnswer> {
  if (answer.behavior === 'deny' || !answer.updates) return answer
  const updates = answer.updates.filter(
    update => mayBypass || update.type !== 'setMode' || update.mode !== 'bypassPermissions',
  )
  for (const update of updates)
    for (const { file, what, whatToDo } of await savePermissionUpdate(update, place))
      onProblem(stripControl(`${file}: ${what}; ${whatToDo}.`))
  return { ...answer, updates }
}
