import { isObject, type JsonObject } from '@antiphon/core'
import type { SessionServices } from '@antiphon/engine'
import { toPermissionAnswer } from './ask-host-permission.ts'
import type { Host } from './host.ts'

/** Asks the person at the host to choose, as Claude Code does: by `can_use_tool`, whose answer holds the input with `answers`. */
export function createHostQuestions(
  host: Host,
  whileWaiting: <T>(work: () => Promise<T>) => Promise<T>,
): NonNullable<SessionServices['questions']> {
  return async (questions, signal) => {
    const answer = await whileWaiting(() =>
      host.ask(
        {
          subtype: 'can_use_tool',
          tool_name: 'AskUserQuestion',
          display_name: 'AskUserQuestion',
          // They are JSON.
          input: { questions: questions as unknown as JsonObject[] },
          tool_use_id: '',
        },
        signal,
      ),
    )
    const decision = toPermissionAnswer(answer)
    const answers = decision.behavior === 'allow' ? decision.updatedInput?.answers : undefined
    // It came as JSON.
    return isObject(answers) ? (answers as JsonObject) : null
  }
}
