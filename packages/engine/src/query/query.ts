import {
  createAttachmentMessage,
  createSystemMessage,
  createUserInterruptionMessage,
  isAssistantMessage,
} from '@antiphon/core'
import type { BudgetEnd } from '../conversation/session-budget.ts'
import { appendMessages } from './append-messages.ts'
import { askModel, type ModelAnswer } from './ask-model.ts'
import { answerUnrun } from './call-answers.ts'
import { createGoOnLimits, decideEnd, type GoOnLimits, tellLostCalls } from './decide-end.ts'
import { comeBack } from './fall-back.ts'
import { createPendingSummaries, type PendingSummaries, startSummary } from './pending-summaries.ts'
import type { QueryContext } from './query-context.ts'
import type { QueryEnd, QueryEvent } from './query-event.ts'
import { prepareCall } from './run-call.ts'
import { tellResult } from './stream-answer.ts'
import { createStreamingToolExecutor, type StreamingToolExecutor } from './streaming-tool-executor.ts'

/** Runs an agent until it has nothing more to do: ask the model, run its calls, tell it the results, and again. */
export async function* query(context: QueryContext): AsyncGenerator<QueryEvent, QueryEnd, undefined> {
  const summaries = createPendingSummaries()
  const limits = createGoOnLimits()
  try {
    let end: QueryEnd | null = null
    for (let turn = 1; end === null && turn <= context.maxTurns; turn++) {
      end = yield* prepareRequest(context, summaries)
      if (end !== null) break
      const executor = createStreamingToolExecutor({
        prepare: call => prepareCall(context, call),
        answerUnrun,
      })
      const answer = yield* askModel(context, executor)
      yield* summaries.take()
      for await (const message of executor.drain()) yield* tellResult(context, message)
      end = yield* goOn({ context, answer, executor, limits, summaries })
    }
    end ??= yield* endAtMaxTurns(context)
    yield* summaries.drain()
    return end
  } finally {
    comeBack(context)
  }
}

/** What has to be in the log before the model is asked; the end where it may not be. */
async function* prepareRequest(
  context: QueryContext,
  summaries: PendingSummaries,
): AsyncGenerator<QueryEvent, QueryEnd | null, undefined> {
  if (context.signal.aborted) return yield* interrupt(context, false)
  yield* summaries.take()
  yield* answerOpenCalls(context)
  const spent = context.budget.findEnd()
  if (spent !== null) return yield* endAtBudget(context, spent)
  yield* appendMessages(context, context.collectEdits())
  if (context.isFull()) yield* context.compact('auto', context.signal)
  yield* appendMessages(context, context.budget.takeNudges())
  // What is sent is in the log, so that a resume extends it; only the model's own words may still be on their way.
  if (isAssistantMessage(context.conversation.messages().at(-1))) await context.flush()
  return null
}

type Answered = {
  readonly context: QueryContext
  readonly answer: ModelAnswer
  readonly executor: StreamingToolExecutor
  readonly limits: GoOnLimits
  readonly summaries: PendingSummaries
}

/** What follows an answer whose calls have run: the end, or null where the model is asked again. */
async function* goOn({
  context,
  answer,
  executor,
  limits,
  summaries,
}: Answered): AsyncGenerator<QueryEvent, QueryEnd | null, undefined> {
  const isInterrupted = answer.kind === 'interrupted' || context.signal.aborted
  if (isInterrupted) return yield* interrupt(context, executor.hasStarted())
  if (answer.kind === 'failed')
    return { reason: 'failed', detail: answer.error.message, code: answer.error.code }
  const stop = executor.stopReason()
  if (stop !== null) return { reason: 'stopped-by-hook', detail: stop }
  if (answer.kind === 'complete' && answer.stopReason === 'refusal')
    return { reason: 'refused', detail: 'The model refused to answer.' }
  if (hasCalls(answer)) {
    limits.reset()
    summaries.add(startSummary(context, answer.messages))
    yield* tellLostCalls(context, answer.lostCalls)
    yield* appendMessages(context, await context.collectNews())
    return null
  }
  const end = yield* decideEnd(context, answer, limits)
  if (end === 'go-on') return null
  return context.signal.aborted ? yield* interrupt(context, false) : end
}

async function* endAtMaxTurns(context: QueryContext): AsyncGenerator<QueryEvent, QueryEnd, undefined> {
  const { maxTurns } = context
  yield* appendMessages(context, [
    createAttachmentMessage({ type: 'max_turns_reached', maxTurns, turnCount: maxTurns }),
  ])
  return { reason: 'max-turns', turns: maxTurns }
}

/** What the model asked for has run, and is answered; it is not asked again. */
async function* endAtBudget(
  context: QueryContext,
  { kind, detail }: BudgetEnd,
): AsyncGenerator<QueryEvent, QueryEnd, undefined> {
  yield* appendMessages(context, [createSystemMessage(detail, 'warning')])
  return { reason: 'max-budget', kind, detail }
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

async function* interrupt(
  context: QueryContext,
  isInTools: boolean,
): AsyncGenerator<QueryEvent, QueryEnd, undefined> {
  yield* answerOpenCalls(context)
  yield* appendMessages(context, [createUserInterruptionMessage({ toolUse: isInTools })])
  return { reason: 'interrupted' }
}
