import { createSystemMessage, readOriginAuthor, type UUID } from '@antiphon/core'
import type { WireResultEvent } from '@antiphon/core/wire'
import type { QueryEvent, QueuedPrompt, TurnResult } from '@antiphon/engine'
import type { HeadlessSession } from './headless-session.ts'
import type { PromptRefusal } from './host-frame.ts'
import { createApiClock } from './tellers.ts'
import { tellHost } from './to-host-events.ts'
import { toInitEvent } from './to-init-event.ts'
import { toBlankEvent, toBreakdownEvent, toResultEvent } from './to-result-event.ts'

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
  { prompt, ...submission }: QueuedPrompt,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { host, agent, state, results } = session
  const { sessionId, spending } = agent
  const prompts: UUID[] = [submission.uuid]
  const clock = createApiClock()
  let calls = 0
  session.peers.begin(readOriginAuthor(submission.origin))
  await state.set('running')
  await host.send(toInitEvent(agent))
  const turn = agent.engine.submit(prompt, { ...submission, signal })
  let toResult: () => WireResultEvent
  let outcome: TurnOutcome
  try {
    let step = await turn.next()
    for (; !step.done; step = await turn.next()) {
      clock.add(step.value)
      session.apiClock.add(step.value)
      prompts.push(...findQueued(step.value))
      if (isToolResult(step.value)) calls++
      await tellHost(session, step.value)
      await session.mode.tell()
    }
    const result = step.value
    const apiMilliseconds = clock.milliseconds()
    toResult = () =>
      toResultEvent({ sessionId, result, prompts, calls, apiMilliseconds, spent: spending.answers() })
    outcome = { result, isError: toResult().is_error, breakdown: null }
  } catch (error) {
    // The disk, mostly: the host must hear of the turn's end all the same.
    const breakdown = error instanceof Error ? error.message : String(error)
    toResult = () => toBreakdownEvent({ sessionId, prompts, spent: spending.answers() }, breakdown)
    outcome = { result: null, isError: true, breakdown }
  }
  await results.tell(toResult)
  return outcome
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

/** A turn for a user message without a prompt, as Claude Code has it: the model is not asked, and the host hears why. */
export async function refusePrompt(
  session: HeadlessSession,
  { reason, isBlank, uuid }: PromptRefusal,
): Promise<TurnOutcome> {
  const { host, agent, state, results } = session
  await state.set('running')
  await host.send(toInitEvent(agent))
  if (isBlank) await tellHost(session, createSystemMessage(BLANK_PROMPT, 'warning'))
  await results.tell(() => {
    const turn = {
      sessionId: agent.sessionId,
      prompts: uuid === undefined ? [] : [uuid],
      spent: agent.spending.answers(),
    }
    return isBlank ? toBlankEvent(turn) : toBreakdownEvent(turn, reason)
  })
  return { isError: !isBlank, result: null, breakdown: isBlank ? null : reason }
}

const BLANK_PROMPT = 'Blank prompt — the message was only whitespace, so nothing was sent to the model.'
