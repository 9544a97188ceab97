import { createSystemMessage } from '@antiphon/core'
import type { ProviderError, ProviderErrorCode } from '../provider/provider-error.ts'
import { appendMessages } from './append-messages.ts'
import type { QueryContext } from './query-context.ts'
import type { QueryEvent } from './query-event.ts'

/** Goes over to the fallback model for the rest of the turn, and says why. */
export async function* fallBack(
  context: QueryContext,
  error: ProviderError,
): AsyncGenerator<QueryEvent, void, undefined> {
  const { models } = context
  const from = models.current()
  models.fallBack()
  const words = `${from} ${TROUBLES[error.code] ?? 'does not answer'}: going on with ${models.current()}`
  yield* appendMessages(context, [createSystemMessage(words, 'warning')])
  aimAt(context, models.current())
}

/** What is sent is for the first model again, where the turn left it. */
export function comeBack(context: QueryContext): void {
  const { models } = context
  if (models.current() !== models.main) aimAt(context, models.main)
}

const TROUBLES: Partial<Record<ProviderErrorCode, string>> = {
  overloaded: 'is overloaded',
  server: 'answers with errors',
  connection: 'cannot be reached',
  'rate-limited': 'takes no more requests for now',
}

/** What is sent is for this model from now on. */
export function aimAt(
  { conversation, toolbox, provider }: Pick<QueryContext, 'conversation' | 'toolbox' | 'provider'>,
  model: string,
): void {
  conversation.restart(conversation.messages(), {
    tools: toolbox.names,
    target: { model, platform: provider.platform },
  })
}

/** The models of a turn: a turn that went over to the fallback stays there until its end. */
export interface TurnModels {
  readonly main: string
  readonly fallback: string | null
  /** The one that is asked now. */
  current(): string
  fallBack(): void
}

/** Begins with the first one. */
export function createTurnModels(main: string, fallback: string | null = null): TurnModels {
  let current = main
  return {
    main,
    fallback,
    current: () => current,
    fallBack() {
      current = fallback ?? main
    },
  }
}
