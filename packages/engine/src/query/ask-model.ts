import { type JsonObject, resolveTarget } from '@antiphon/contract'
import { buildApiRequest, createSystemAPIErrorMessage, createSystemMessage } from '@antiphon/core'
import type { ProviderError } from '../provider/provider-error.ts'
import { appendMessages } from './append-messages.ts'
import { createApiErrorMessage } from './create-api-error-message.ts'
import { fallBack } from './fall-back.ts'
import { findRemedy, type Remedy } from './find-remedy.ts'
import type { QueryContext } from './query-context.ts'
import type { QueryEvent } from './query-event.ts'
import { type AnswerAttempt, streamAnswer } from './stream-answer.ts'
import type { StreamingToolExecutor } from './streaming-tool-executor.ts'
import { DEFAULT_THINKING, withThinking } from './thinking-choice.ts'

/** An answer, or why there is none. */
export type ModelAnswer =
  | Exclude<AnswerAttempt, { readonly kind: 'broken' }>
  | { readonly kind: 'failed'; readonly error: ProviderError }

/** Asks until there is an answer: waits and tries again, cures what can be cured once, goes to the fallback model, or gives up. */
export async function* askModel(
  context: QueryContext,
  executor: StreamingToolExecutor,
): AsyncGenerator<QueryEvent, ModelAnswer, undefined> {
  const tried = new Set<Remedy['kind']>()
  const { models } = context
  for (let attempt = 1; ; attempt++) {
    yield { type: 'stream_request_start' }
    const request = toRequest(context, models.current())
    const betas = context.bindingBetas.get()
    const answer = yield* streamAnswer({
      context,
      executor,
      request: { ...request, ...bindingOptions(betas) },
      betas: [...context.toolbox.betas, ...betas],
    })
    if (answer.kind !== 'broken') return answer
    const { error } = answer
    const remedy = findRemedy(error)
    if (remedy && !tried.has(remedy.kind)) {
      tried.add(remedy.kind)
      if (remedy.kind === 'drop-thinking') context.bindingBetas.set([remedy.beta])
      if (yield* applyRemedy(context, error, remedy)) continue
    }
    const hasFallback = models.fallback !== null && models.current() !== models.fallback
    const decision = context.retry({ error, attempt, hasFallback, random: context.random })
    if (decision.kind === 'again') {
      yield* tellRetry({ context, error, attempt, ...decision })
      await context.sleep(decision.waitMilliseconds, context.signal)
      if (context.signal.aborted) return { kind: 'interrupted', messages: [] }
    } else if (decision.kind === 'fallback' && hasFallback) {
      yield* fallBack(context, error)
      attempt = 0
    } else return yield* giveUp(context, error)
  }
}

function toRequest(context: QueryContext, model: string): ReturnType<typeof buildApiRequest> {
  const { maxOutput } = resolveTarget({ model }).modelFacts
  const request = buildApiRequest(context.conversation.toSend(), {
    model,
    platform: context.provider.platform,
    system: context.system,
    tools: context.toolbox.definitions,
    maxTokens: Math.min(maxOutput, context.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS),
  })
  return withThinking(request, context.thinking ?? DEFAULT_THINKING)
}

const DEFAULT_OUTPUT_TOKENS = 32_000

function bindingOptions(betas: readonly string[]): JsonObject {
  return betas.length === 0
    ? {}
    : { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } }
}

async function* applyRemedy(
  context: QueryContext,
  error: ProviderError,
  remedy: Remedy,
): AsyncGenerator<QueryEvent, boolean, undefined> {
  switch (remedy.kind) {
    case 'compact':
      return yield* context.compact('overflow', context.signal)
    case 'strip-media':
      // The view leaves out what the first one blames; nobody else needs it, since the turn goes on.
      yield* appendMessages(context, [
        createApiErrorMessage(error, remedy.words, { isMeta: true }),
        createSystemMessage(
          `The API refused what is attached (${error.message}): asking again without it.`,
          'warning',
        ),
      ])
      return true
    case 'drop-thinking':
      return true
  }
}

async function* tellRetry(options: {
  readonly context: QueryContext
  readonly error: ProviderError
  readonly attempt: number
  readonly waitMilliseconds: number
  readonly maxRetries: number
}): AsyncGenerator<QueryEvent, void, undefined> {
  const { context, error, attempt, waitMilliseconds, maxRetries } = options
  const details = {
    code: error.code,
    message: error.message,
    ...(error.status !== undefined && { status: error.status }),
  }
  const message = createSystemAPIErrorMessage({
    error: details,
    retryInMs: waitMilliseconds,
    retryAttempt: attempt,
    maxRetries,
  })
  yield* appendMessages(context, [message])
}

async function* giveUp(
  context: QueryContext,
  error: ProviderError,
): AsyncGenerator<QueryEvent, ModelAnswer, undefined> {
  const status = error.status === undefined ? '' : `${error.status} `
  const minutes = Math.ceil((error.retryAfter ?? 0) / 60_000)
  const hint = minutes > 0 ? ` (the API asks to wait ${minutes} min)` : ''
  const content = `API Error: ${status}${error.message}${hint}`
  yield* appendMessages(context, [createApiErrorMessage(error, content)])
  return { kind: 'failed', error }
}
