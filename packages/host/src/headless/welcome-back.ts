import { setTimeout as wait } from 'node:timers/promises'
import type { SystemAwaySummaryMessage } from '@antiphon/core'
import { wantsAwaySummary } from '../agent/read-environment.ts'
import type { HeadlessSession } from './headless-session.ts'

/** Who was away for so long has forgotten where it stood. */
const AWAY_MS: number = 60 * 60 * 1000

/**
 * Sums up, for a person who comes back after a while, what happened since their last prompt; it is stored and never
 * sent to the model. Null where it is too early, nobody wants it, or there is nothing to say.
 */
export async function welcomeBack(
  { agent }: Pick<HeadlessSession, 'agent'>,
  awayMs: number,
): Promise<SystemAwaySummaryMessage | null> {
  const { engine } = agent
  const isWanted = wantsAwaySummary(agent.env, agent.settings.other.awaySummaryEnabled)
  if (!isWanted || !(awayMs >= AWAY_MS)) return null
  // It comes later, or never, where a small model takes its time: nobody waits for a comfort.
  const summary = engine.summarizeAway().catch(() => null)
  return Promise.race([summary, wait(MAX_WAIT_MS, null, { ref: false })])
}

const MAX_WAIT_MS = 5_000

/** How long ago a session that goes on was left; not a number where it is new. */
export function sinceLastWord({ agent }: Pick<HeadlessSession, 'agent'>, now: number): number {
  const { messages } = agent.recording
  return (
    now - Date.parse(messages?.findLast(({ timestamp }) => typeof timestamp === 'string')?.timestamp ?? '')
  )
}
