import type { QueryEvent } from '../query/query-event.ts'
import { currentOptions } from './current-options.ts'
import type { QueuedPrompt } from './prompt-queue.ts'
import type { SessionState } from './session-state.ts'
import { type SubmitPromptOptions, submitPrompt, type TurnResult } from './submit-prompt.ts'
import { withoutBlanks } from './without-blanks.ts'

/** A prompt, and after it those that were queued and not taken up meanwhile, each a turn; gives the last one's result. */
export async function* submitPrompts(
  submission: SubmitPromptOptions & {
    readonly onTurn?: (result: TurnResult) => void
    readonly isAlone?: boolean
  },
): AsyncGenerator<QueryEvent, TurnResult, undefined> {
  const { state, signal, onTurn, isAlone = false } = submission
  const session = { state, options: submission.options }
  const first = withoutBlanks(submission.prompt)
  let result = yield* submitPrompt({ ...submission, prompt: first, options: currentOptions(session) })
  onTurn?.(result)
  // After an interruption or a failure the person decides what becomes of the rest.
  while (!isAlone && result.end.reason === 'completed') {
    const next = await takeNext(state, signal)
    if (!next) break
    const { prompt, uuid, origin, contexts } = next
    state.takeChanges()
    const options = currentOptions(session)
    result = yield* submitPrompt({
      ...{ options, state, signal, prompt: withoutBlanks(prompt), uuid },
      ...(origin && { origin }),
      ...(contexts && { contexts }),
    })
    onTurn?.(result)
  }
  return result
}

async function takeNext({ inbox }: SessionState, signal: AbortSignal): Promise<QueuedPrompt | null> {
  if (signal.aborted) return null
  const next = await inbox.prompts.next()
  if (!next || !signal.aborted) return next
  await inbox.prompts.putBack(next)
  return null
}
