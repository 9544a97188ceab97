import {
  createAssistantAPIErrorMessage,
  createSystemMessage,
  createUserMessage,
  SYSTEM_ORIGIN,
} from '@antiphon/core'
import { appendMessages } from './append-messages.ts'
import type { ModelAnswer } from './ask-model.ts'
import { tellStop } from './call-answers.ts'
import type { QueryContext } from './query-context.ts'
import type { QueryEnd, QueryEvent } from './query-event.ts'

/** Whether a model that calls nothing has finished, paused, was cut off, or is sent on by a hook. */
export async function* decideEnd(
  context: QueryContext,
  answer: ModelAnswer,
  limits: GoOnLimits,
): AsyncGenerator<QueryEvent, QueryEnd | 'go-on', undefined> {
  const { stopReason, lostCalls } =
    answer.kind === 'complete' ? answer : { stopReason: null, lostCalls: [] as const }
  if (stopReason === 'pause_turn' && limits.mayGoOn('paused')) return 'go-on'
  if (stopReason === 'max_tokens' && limits.mayGoOn('cut-off')) {
    yield* appendMessages(context, [
      createUserMessage({ content: CUT_OFF, isMeta: true, origin: SYSTEM_ORIGIN }),
    ])
    return 'go-on'
  }
  if (lostCalls.length > 0 && limits.mayGoOn('cut-off')) {
    yield* tellLostCalls(context, lostCalls)
    return 'go-on'
  }
  if (stopReason === 'max_tokens') {
    const error = 'max_output_tokens'
    yield* appendMessages(context, [
      createAssistantAPIErrorMessage({ content: `API Error: ${CUT_TOO_OFTEN}`, apiError: error, error }),
    ])
    return { reason: 'failed', detail: CUT_TOO_OFTEN, code: error }
  }
  const hooks = await context.onStop(context.signal)
  yield* appendMessages(context, [...hooks.messages, ...tellStop(hooks.stop)])
  if (hooks.stop !== null) return { reason: 'stopped-by-hook', detail: hooks.stop }
  if (!hooks.goOn) return { reason: 'completed', stopReason }
  if (limits.mayGoOn('held-by-hook')) return 'go-on'
  yield* appendMessages(context, [createSystemMessage(HELD_TOO_OFTEN, 'warning')])
  return { reason: 'completed', stopReason }
}

/** Calls that did not arrive whole were not made; a model that is not told waits for their results. */
export async function* tellLostCalls(
  context: QueryContext,
  toolNames: readonly string[],
): AsyncGenerator<QueryEvent, void, undefined> {
  yield* appendMessages(
    context,
    toolNames.map(name =>
      createUserMessage({
        content: `Your call of ${name} was not run: its input did not arrive as whole JSON. Make it again if it is still needed.`,
        isMeta: true,
        origin: SYSTEM_ORIGIN,
      }),
    ),
  )
}

/** How often in a row. */
const LIMITS: Readonly<Record<GoOnReason, number>> = { paused: 10, 'cut-off': 3, 'held-by-hook': 10 }

const CUT_OFF =
  'Output token limit hit. Go on where it stopped, without repeating anything; if a call was cut, make it again in smaller pieces.'
const CUT_TOO_OFTEN = `the answer reached the output limit ${LIMITS['cut-off'] + 1} times in a row.`
const HELD_TOO_OFTEN = `A Stop hook sent the model on ${LIMITS['held-by-hook']} times in a row: the turn ends here.`

/** What sends a model on that calls nothing. */
type GoOnReason = 'paused' | 'cut-off' | 'held-by-hook'

/** Bounds what could go on for ever. */
export interface GoOnLimits {
  /** Counts one more; false where it has happened too often in a row. */
  mayGoOn(reason: GoOnReason): boolean
  /** The model works again. */
  reset(): void
}

/** Begins with nothing counted. */
export function createGoOnLimits(): GoOnLimits {
  let counts: Partial<Record<GoOnReason, number>> = {}
  return {
    mayGoOn(reason) {
      const count = (counts[reason] ?? 0) + 1
      counts = { ...counts, [reason]: count }
      return count <= LIMITS[reason]
    },
    reset() {
      counts = {}
    },
  }
}
