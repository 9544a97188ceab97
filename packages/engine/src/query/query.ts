import {
  createAttachmentMessage,
  createUserInterruptionMessage,
  createUserMessage,
  isAssistantMessage,
} from '@antiphon/core'
import { appendMessages } from './append-messages.ts'
import { askModel, type ModelAnswer } from './ask-model.ts'
import { createPendingSummaries, type PendingSummaries } from './pending-summaries.ts'
import type { QueryContext } from './query-context.ts'
import type { QueryEnd, QueryEvent } from './query-event.ts'
import { prepareCall } from './run-call.ts'
import { startSummary } from './start-summary.ts'
import { tellResult } from './stream-answer.ts'
import { createStreamingToolExecutor } from './streaming-tool-executor.ts'

/** Runs an agent until it has nothing more to do: ask the model, run its calls, tell it the results, and again. */
export async function* query(context: QueryContext): AsyncGenerator<QueryEvent, QueryEnd, undefined> {
  const summaries = createPendingSummaries()
  const end = yield* runExchanges(context, summaries)
  yield* summaries.drain()
  return end
}

async function* runExchanges(
  context: QueryContext,
  summaries: PendingSummaries,
): AsyncGenerator<QueryEvent, QueryEnd, undefined> {
  let recoveries = 0
  for (let turn = 1; turn <= context.maxTurns; turn++) {
    yield* summaries.take()
    yield* answerOpenCalls(context)
    yield* appendMessages(context, context.collectEdits())
    if (context.isFull()) yield* context.compact('auto', context.signal)
    // What is sent is in the log, so that a resume extends it; only the model's own words may still be on their way.
    if (isAssistantMessage(context.conversation.messages().at(-1))) await context.flush()
    const executor = createStreamingToolExecutor(call => prepareCall(context, call))
    const answer = yield* askModel(context, executor)
    yield* summaries.take()
    for await (const message of executor.drain()) yield* tellResult(context, message)
    const isInterrupted = answer.kind === 'interrupted' || context.signal.aborted
    if (isInterrupted) return yield* interrupt(context, executor.hasStarted())
    if (answer.kind === 'failed')
      return { reason: 'failed', detail: answer.error.message, code: answer.error.code }
    if (executor.stopReason() !== null)
      return { reason: 'stopped-by-hook', detail: executor.stopReason() ?? '' }
    if (answer.kind === 'complete' && answer.stopReason === 'refusal')
      return { reason: 'refused', detail: 'The model refused to answer.' }
    if (hasCalls(answer)) {
      summaries.add(startSummary(context, answer.messages))
      yield* appendMessages(context, await context.collectNews())
      continue
    }
    const next = yield* decideEnd(context, answer, recoveries)
    if (next === 'go-on') continue
    if (next === 'recover') recoveries++
    else return next
  }
  const { maxTurns } = context
  yield* appendMessages(context, [
    createAttachmentMessage({ type: 'max_turns_reached', maxTurns, turnCount: maxTurns }),
  ])
  return { reason: 'max-turns', turns: maxTurns }
}

/** What a crash or an interruption left open is answered and stored before anything is sent. */
async function* answerOpenCalls(context: QueryContext): AsyncGenerator<QueryEvent, void, undefined> {
  yield* appendMessages(context, context.conversation.missing())
}

function hasCalls(answer: ModelAnswer): answer is ModelAnswer & { readonly kind: 'complete' } {
  return (
    answer.kind === 'complete' &&
    answer.messages.some(({ message }) => message.content.some(block => block.type === 'tool_use'))
  )
}

/** Whether a model that calls nothing has finished, paused, or was cut off. */
async function* decideEnd(
  context: QueryContext,
  answer: ModelAnswer,
  recoveries: number,
): AsyncGenerator<QueryEvent, QueryEnd | 'go-on' | 'recover', undefined> {
  const stopReason = answer.kind === 'complete' ? answer.stopReason : null
  if (stopReason === 'pause_turn') return 'go-on'
  if (stopReason === 'max_tokens' && recoveries < MAX_RECOVERIES) {
    yield* appendMessages(context, [createUserMessage({ content: GO_ON, isMeta: true })])
    return 'recover'
  }
  const hooks = await context.hooks.onStop(context.signal)
  yield* appendMessages(context, hooks.messages)
  if (hooks.stop !== null) return { reason: 'stopped-by-hook', detail: hooks.stop }
  return hooks.goOn ? 'go-on' : { reason: 'completed', stopReason }
}

const MAX_RECOVERIES = 3
const GO_ON =
  'Your answer was cut off at the output limit. Go on where it stopped, without repeating anything; if a call was cut, make it again in smaller pieces.'

async function* interrupt(
  context: QueryContext,
  isInTools: boolean,
): AsyncGenerator<QueryEvent, QueryEnd, undefined> {
  yield* answerOpenCalls(context)
  yield* appendMessages(context, [createUserInterruptionMessage({ toolUse: isInTools })])
  return { reason: 'interrupted' }
}
