import { createSystemMessage } from '@antiphon/core'
import type { HeadlessSession } from './headless-session.ts'
import type { PromptRefusal } from './host-frame.ts'
import type { TurnOutcome } from './run-turn.ts'
import { tellHost } from './tell-host.ts'
import { toInitEvent } from './to-init-event.ts'
import { toBlankEvent, toBreakdownEvent } from './to-result-event.ts'

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
