import type { ContentBlock } from '@antiphon/contract'
import {
  type ContextReference,
  createAgentsKilledMessage,
  createSystemMessage,
  createTurnDurationMessage,
  type Message,
  type MessageOrigin,
} from '@antiphon/core'
import type { CalledCommand } from '../commands/create-spoken-messages.ts'
import { readLastWords } from '../conversation/read-last-words.ts'
import { appendMessages } from '../query/append-messages.ts'
import type { PermissionDenial } from '../query/create-permit.ts'
import { query } from '../query/query.ts'
import type { QueryEnd, QueryEvent } from '../query/query-event.ts'
import { createUsageTotals, type UsageTotals } from '../query/usage-totals.ts'
import { createApiMetricsWatch } from '../session/api-metrics.ts'
import { createQueryContext } from '../session/create-query-context.ts'
import type { Session } from '../session/session.ts'
import { createAgentRunner } from '../subagents/create-agent-runner.ts'
import { openSession } from './open-session.ts'
import { storePrompt } from './store-prompt.ts'
import { submitCommand } from './submit-command.ts'

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
  /** Who sent the prompt, where it is known. */
  readonly origin?: MessageOrigin
}

export type SubmitPromptOptions = Session & {
  readonly prompt: string | readonly ContentBlock[]
  readonly before?: readonly Message[]
  readonly uuid?: string
  /** Who sent it, where it is known. At what a task sent no hook looks, and it names no files. */
  readonly origin?: MessageOrigin
  readonly contexts?: readonly ContextReference[]
  readonly signal: AbortSignal
}

/** From a prompt to the end of its turn, or to the answer of the command that it is. */
export async function* submitPrompt(
  submission: SubmitPromptOptions,
): AsyncGenerator<QueryEvent, TurnResult, undefined> {
  return yield* submitCommand(submission, called => runPrompt(submission, called))
}

/** Store it, ask, run, tell how long it took, make all of it durable. */
async function* runPrompt(
  submission: SubmitPromptOptions,
  called: CalledCommand | null,
): AsyncGenerator<QueryEvent, TurnResult, undefined> {
  const { options, state, signal } = submission
  const killed: string[] = []
  const onKilled = (agentId: string): void => void killed.push(agentId)
  const agents = state.services.agents ?? createAgentRunner({ options, state, onKilled })
  const context = createQueryContext({ options, state, signal, agents })
  const start = context.now()
  state.budget.beginTurn()
  const totals = createUsageTotals()
  const metrics = createApiMetricsWatch(context.now)
  yield* openSession(context, state, 'prompt')
  const answered = yield* storePrompt({ ...submission, called }, context)
  const end = answered?.end ?? (yield* watch(query(context), [totals, metrics]))
  if (end.reason === 'failed')
    yield* appendMessages(context, (await options.hooks.onStopFailure?.(end, signal))?.messages ?? [])
  const durationMs = context.now() - start
  yield* appendMessages(context, [
    ...state.inbox.takeMessages(),
    ...(state.services.checkpoints?.takeProblems() ?? []).map(tellProblem),
    ...(killed.length > 0 ? [createAgentsKilledMessage(killed)] : []),
    ...metrics.toMessages(durationMs),
    createTurnDurationMessage(durationMs, state.budget.turn()),
  ])
  await options.recorder.flush()
  return {
    end,
    text: answered?.text ?? readLastWords(state.conversation.messages()),
    turns: totals.answers(),
    durationMs,
    usage: totals.sum(),
    denials: state.denials.take(),
    ...(submission.origin && { origin: submission.origin }),
  }
}

function tellProblem(problem: string): Message {
  return createSystemMessage(problem, 'warning')
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
