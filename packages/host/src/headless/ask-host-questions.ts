import { isObject, type JsonObject } from '@antiphon/contract'
import type { SessionServices } from '@antiphon/engine'
import { toPermissionAnswer } from './ask-host-permission.ts'
import type { Host } from './host.ts'
import type { PeerAnswers } from './peer-answers.ts'

/** Asks the person at the host to choose, as Claude Code does: by `can_use_tool`, whose answer holds the input with `answers`. */
export function createHostQuestions(
  host: Host,
  whileWaiting: <T>(work: () => Promise<T>) => Promise<T>,
  peers: Pick<PeerAnswers, 'tell'>,
): NonNullable<SessionServices['questions']> {
  return async (questions, signal, toolUseId) => {
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
    if (!isObject(answers)) return null
    const messages = peers.tell(answer, { behavior: 'answer', toolName: 'AskUserQuestion', toolUseId })
    // It came as JSON.
    return { answers: answers as JsonObject, ...(messages.length > 0 && { messages }) }
  }
}
