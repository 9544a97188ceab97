import {
  type ContentBlock,
  type ContextReference,
  createAgentsKilledMessage,
  createSystemMessage,
  createTurnDurationMessage,
  createUserMessage,
  isAssistantMessage,
  isUserMessage,
  type Message,
  type MessageOrigin,
  readOwnWords,
} from '@antiphon/core'
import { createAgentRunner } from '../agents/create-agent-runner.ts'
import { isTaskNotification } from '../agents/format-task-notification.ts'
import type { PermissionDenial } from '../permissions/create-permit.ts'
import { appendMessages } from '../query/append-messages.ts'
import { query } from '../query/query.ts'
import type { QueryContext } from '../query/query-context.ts'
import type { QueryEnd, QueryEvent } from '../query/query-event.ts'
import { createApiMetricsWatch } from './api-metrics.ts'
import { collectReminders } from './collect-reminders.ts'
import { collectPromptMentions, collectSessionNews } from './collect-session-news.ts'
import { createQueryContext } from './create-query-context.ts'
import type { QueryEngineOptions } from './query-engine-options.ts'
import { readLastWords } from './read-last-words.ts'
import type { SessionState } from './session-state.ts'
import { toPromptText } from './to-prompt-text.ts'
import { createUsageTotals, type UsageTotals } from './usage-totals.ts'

/** What a turn came to; everything of it is durable. */
export type TurnResult = {
  readonly end: QueryEnd
  /** What the model said last. */
  readonly text: string
  /** How often it was asked. */
  readonly turns: number
  readonly durationMs: number
  readonly usage: UsageTotals
  readonly denials: readonly PermissionDenial[]
  /** Who sent the prompt, where it was no person. */
  readonly origin?: MessageOrigin
}

export type SubmitPromptOptions = {
  readonly options: QueryEngineOptions
  readonly state: SessionState
  readonly prompt: string | readonly ContentBlock[]
  readonly before?: readonly Message[]
  readonly uuid?: string
  /** Who sent it, where it was no person: then no hook looks at it, and it names no files. */
  readonly origin?: MessageOrigin
  readonly contexts?: readonly ContextReference[]
  readonly signal: AbortSignal
}

/** From a prompt to the end of its turn: store it, ask, run, tell how long it took, make all of it durable. */
export async function* submitPrompt(
  submission: SubmitPromptOptions,
): AsyncGenerator<QueryEvent, TurnResult, undefined> {
  const { options, state, signal } = submission
  const killed: string[] = []
  const onKilled = (agentId: string): void => void killed.push(agentId)
  const agents = state.services.agents ?? createAgentRunner({ options, state, onKilled })
  const context = createQueryContext({ options, state, signal, agents })
  const start = context.now()
  const totals = createUsageTotals()
  const metrics = createApiMetricsWatch(context.now)
  yield* appendMessages(context, await state.life.start(state.model(), signal))
  const refusal = yield* storePrompt(submission, context)
  const end: QueryEnd =
    refusal === null
      ? yield* watch(query(context), [totals, metrics])
      : { reason: 'stopped-by-hook', detail: refusal }
  if (end.reason === 'failed')
    yield* appendMessages(context, (await options.hooks?.onStopFailure?.(end, signal))?.messages ?? [])
  const durationMs = context.now() - start
  yield* appendMessages(context, [
    ...state.inbox.takeMessages(),
    ...(state.services.checkpoints?.takeProblems() ?? []).map(tellProblem),
    ...(killed.length > 0 ? [createAgentsKilledMessage(killed)] : []),
    ...metrics.toMessages(durationMs),
    createTurnDurationMessage(durationMs),
  ])
  await options.recorder.flush()
  return {
    end,
    text: readLastWords(state.conversation.messages()),
    turns: totals.answers(),
    durationMs,
    usage: totals.sum(),
    denials: state.denials.take(),
    ...(submission.origin && { origin: submission.origin }),
  }
}

/** The prompt is safe before the model hears of it. */
async function* storePrompt(
  { options, state, prompt, before = [], uuid, origin, contexts, signal }: SubmitPromptOptions,
  context: QueryContext,
): AsyncGenerator<QueryEvent, string | null, undefined> {
  const isReport = isTaskNotification(origin)
  const hook = isReport ? undefined : await options.hooks?.onPrompt?.(toPromptText(prompt), signal)
  if (hook?.refusal !== null && hook?.refusal !== undefined) {
    yield* appendMessages(context, [...hook.messages, createSystemMessage(hook.refusal, 'warning')])
    return hook.refusal
  }
  const isFirst = !state.conversation.messages().some(isSpoken)
  const message = createUserMessage({
    content: prompt,
    uuid: uuid ?? state.newUuid(),
    ...(origin && { origin }),
    ...(contexts && { contexts }),
  })
  const opening = isFirst ? (options.reminders ?? []) : []
  const news = await (isFirst ? collectReminders(options, state) : collectSessionNews(options, state))
  const waiting = state.inbox.takeMessages()
  await state.services.checkpoints?.beginPrompt(message.uuid)
  yield* appendMessages(context, [
    ...opening,
    ...news,
    ...waiting,
    ...before,
    message,
    // What was attached may be a stranger's, who must not name files here.
    ...(isReport
      ? []
      : await collectPromptMentions({ options, state, prompt: readOwnWords(prompt) }, context)),
    ...(hook?.messages ?? []),
  ])
  return null
}

function tellProblem(problem: string): Message {
  return createSystemMessage(problem, 'warning')
}

/** Local commands may come before the first prompt; they begin no conversation. */
function isSpoken(message: Message): boolean {
  return isAssistantMessage(message) || (isUserMessage(message) && message.isMeta !== true)
}

async function* watch(
  events: AsyncGenerator<QueryEvent, QueryEnd, undefined>,
  watchers: readonly { readonly add: (event: QueryEvent) => void }[],
): AsyncGenerator<QueryEvent, QueryEnd, undefined> {
  for (let step = await events.next(); ; step = await events.next()) {
    if (step.done) return step.value
    for (const watcher of watchers) watcher.add(step.value)
    yield step.value
  }
}
