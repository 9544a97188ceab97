import { resolveModelAlias } from '@antiphon/contract'
import { createAgentsKilledMessage, createTurnDurationMessage } from '@antiphon/core'
import { grantTools } from '../commands/grant-tools.ts'
import { findPromptedCommand } from '../commands/list-commands.ts'
import { readLastWords } from '../conversation/read-last-words.ts'
import { appendMessages } from '../query/append-messages.ts'
import { aimAt } from '../query/fall-back.ts'
import { query } from '../query/query.ts'
import type { QueryEnd, QueryEvent } from '../query/query-event.ts'
import { createUsageTotals } from '../query/usage-totals.ts'
import { createApiMetricsWatch } from '../session/api-metrics.ts'
import { enterKnownFolders } from '../session/collect-session-news.ts'
import { type PromptCommand, type PromptContent, readCommandInput } from '../session/command.ts'
import { withoutBlanks } from '../session/prompt-content.ts'
import type { Session } from '../session/session.ts'
import { createTurn } from '../session/turn.ts'
import { createAgentRunner } from '../subagents/create-agent-runner.ts'
import { openSession } from './open-session.ts'
import { storePrompt } from './store-prompt.ts'
import { submitCommand } from './submit-command.ts'
import { listCheckpointProblems, type SubmitOptions, type TurnResult } from './turn-result.ts'

/**
 * From a prompt to the end of its turn, or to the answer of the command that it is: store it, ask, run, tell how long
 * it took, make all of it durable.
 */
export async function* submitPrompt(
  session: Session,
  interruption: AbortSignal,
  given: PromptContent,
  options: SubmitOptions = {},
): AsyncGenerator<QueryEvent, TurnResult, undefined> {
  const prompt = withoutBlanks(given)
  const { origin } = options
  // A listener and no signal made of both: the caller's may live for long, and would keep each of them.
  const unfollow = follow(options.signal, session.turns.interrupt)
  let release = (): void => undefined
  try {
    if (session.life.isNew()) await enterKnownFolders(session)
    // Files may have come since the last prompt.
    await Promise.all([session.commands?.refresh(), session.services.skills?.refresh()])
    const called = await findPromptedCommand(session, readCommandInput(prompt, origin))
    if (called && called.kind !== 'prompt')
      return yield* submitCommand(session, called, { ...options, signal: interruption })
    const killed: string[] = []
    const onKilled = (agentId: string): void => void killed.push(agentId)
    const agents = session.services.agents ?? createAgentRunner({ ...session, onKilled })
    const model = chooseModel(session, called?.command)
    const turn = createTurn(session, { signal: interruption, agents, model })
    const { budget, now, services } = session
    const start = now()
    budget.beginTurn()
    const totals = createUsageTotals()
    const metrics = createApiMetricsWatch(now)
    // What the command allows, and who answers it, holds from its own shell commands to the end of its turn.
    const revoke = grantTools(session, called?.command.allowedTools ?? [])
    if (model !== session.model) aimAt(session, model)
    release = () => {
      revoke()
      if (model !== session.model) aimAt(session, session.model)
    }
    yield* openSession(turn, 'prompt')
    const answered = yield* storePrompt(turn, { ...options, prompt, called })
    const end = answered?.end ?? (yield* watch(query(turn), [totals, metrics]))
    if (end.reason === 'failed')
      yield* appendMessages(turn, (await session.hooks.onStopFailure?.(end, interruption))?.messages ?? [])
    const durationMs = now() - start
    yield* appendMessages(turn, [
      ...session.inbox.takeMessages(),
      ...listCheckpointProblems(services),
      ...(killed.length > 0 ? [createAgentsKilledMessage(killed)] : []),
      ...metrics.toMessages(durationMs),
      createTurnDurationMessage(durationMs, budget.turn()),
    ])
    await turn.flush()
    return {
      end,
      text: answered?.text ?? readLastWords(session.conversation.messages()),
      turns: totals.answers(),
      durationMs,
      usage: totals.sum(),
      denials: session.denials.take(),
      origin,
    }
  } finally {
    release()
    unfollow()
  }
}

function chooseModel({ model, firstModel }: Session, command: PromptCommand | undefined): string {
  return command?.model === undefined ? model : resolveModelAlias(command.model, firstModel)
}

/** Hears when a signal aborts, until it is told to hear no more. */
function follow(signal: AbortSignal | undefined, onAbort: () => void): () => void {
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  return () => signal?.removeEventListener('abort', onAbort)
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
