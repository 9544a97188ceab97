import { readOriginAuthor, type UUID } from '@antiphon/core'
import type { WireResultEvent } from '@antiphon/core/wire'
import type { QueryEvent, QueuedPrompt, TurnResult } from '@antiphon/engine'
import { createApiClock } from './api-clock.ts'
import type { HeadlessSession } from './headless-session.ts'
import { toHostEvents } from './to-host-events.ts'
import { toInitEvent } from './to-init-event.ts'
import { toBreakdownEvent, toResultEvent } from './to-result-event.ts'

/** How a turn came out, for the exit code and the person who started it. */
export type TurnOutcome = {
  readonly isError: boolean
  readonly result: TurnResult | null
  /** Why it broke down, where it did. */
  readonly breakdown: string | null
}

/** Runs a turn and tells the host of it: what it is, all that happens, and one result when everything is durable. */
export async function runTurn(
  session: HeadlessSession,
  prompt: QueuedPrompt,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { host, agent, state, results } = session
  session.peers.begin(readOriginAuthor(prompt.origin))
  await state.set('running')
  await host.send(toInitEvent(agent))
  const { toResult, ...outcome } = await answer(session, prompt, signal)
  await results.tell(toResult)
  return outcome
}

async function answer(
  session: HeadlessSession,
  { prompt, uuid, origin, contexts }: QueuedPrompt,
  signal: AbortSignal,
): Promise<TurnOutcome & { readonly toResult: () => WireResultEvent }> {
  const { host, agent, interest } = session
  const { sessionId } = agent
  const prompts: UUID[] = [uuid]
  const clock = createApiClock()
  let calls = 0
  const toResult = (result: TurnResult): WireResultEvent =>
    toResultEvent({
      sessionId,
      result,
      prompts,
      calls,
      apiMilliseconds: clock.milliseconds(),
      spent: agent.parts.spending.answers(),
    })
  const turn = agent.engine.submit(prompt, {
    ...{ uuid, signal },
    ...(origin && { origin }),
    ...(contexts && { contexts }),
  })
  try {
    for (let step = await turn.next(); ; step = await turn.next()) {
      if (step.done) {
        const result = step.value
        const isError = toResult(result).is_error
        return { toResult: () => toResult(result), result, isError, breakdown: null }
      }
      clock.add(step.value)
      session.apiClock.add(step.value)
      prompts.push(...findQueued(step.value))
      if (isToolResult(step.value)) calls++
      for (const event of toHostEvents(step.value, interest)) await host.send(event)
      await session.mode.tell()
    }
  } catch (error) {
    // The disk, mostly: the host must hear of the turn's end all the same.
    const breakdown = error instanceof Error ? error.message : String(error)
    const toResult = (): WireResultEvent =>
      toBreakdownEvent({ sessionId, prompts, spent: agent.parts.spending.answers() }, breakdown)
    return { toResult, result: null, isError: true, breakdown }
  }
}

function isToolResult(event: QueryEvent): boolean {
  if (event.type !== 'user' || typeof event.message.content === 'string') return false
  return event.message.content.some(({ type }) => type === 'tool_result')
}

/** Prompts that the model heard of while it worked belong to this turn. */
function findQueued(event: QueryEvent): readonly UUID[] {
  if (event.type !== 'attachment' || event.attachment.type !== 'queued_command') return []
  const { source_uuid: uuid } = event.attachment
  return uuid === undefined ? [] : [uuid]
}
