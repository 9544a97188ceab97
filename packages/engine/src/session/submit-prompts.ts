import type { QueryEvent } from '../query/query-event.ts'
import { type SubmitPromptOptions, submitPrompt, type TurnResult } from './submit-prompt.ts'

/** A prompt, and after it those that were queued and not taken up meanwhile, each a turn; gives the last one's result. */
export async function* submitPrompts(
  submission: SubmitPromptOptions & {
    readonly onTurn?: (result: TurnResult) => void
    readonly isAlone?: boolean
  },
): AsyncGenerator<QueryEvent, TurnResult, undefined> {
  const { options, state, signal, onTurn, isAlone = false } = submission
  let result = yield* submitPrompt(submission)
  onTurn?.(result)
  // After an interruption or a failure the person decides what becomes of the rest.
  while (!isAlone && result.end.reason === 'completed') {
    const next = await state.inbox.prompts.next()
    if (!next) break
    const { prompt, uuid, origin } = next
    result = yield* submitPrompt({ options, state, signal, prompt, uuid, ...(origin && { origin }) })
    onTurn?.(result)
  }
  return result
}
