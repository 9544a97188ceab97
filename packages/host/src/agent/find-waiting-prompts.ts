import type { Entry } from '@antiphon/core'
import { type QueuedPrompt, restoreQueuedPrompts } from '@antiphon/engine'
import type { ChosenSession } from './choose-session.ts'

/** The prompts that still waited when a session ended; none of those that a person sent may be lost. */
export async function findWaitingPrompts(session: ChosenSession | null): Promise<readonly QueuedPrompt[]> {
  return session?.resumed ? restoreQueuedPrompts(await readEnd(session)) : []
}

/** A prompt waits for a round of calls at most, so the end of the log tells of all that still do. */
const MAX_ENTRIES = 1000

async function readEnd({ store, key }: ChosenSession): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for await (const item of store.read(key, { direction: 'backwards' })) {
    if (item.kind === 'entry') entries.push(item.entry)
    if (entries.length === MAX_ENTRIES) break
  }
  return entries.toReversed()
}
