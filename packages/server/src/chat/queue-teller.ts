import { randomUUID } from 'node:crypto'
import { readOriginAuthor, type WireEvent } from '@antiphon/core'
import { readOwnWords } from '@antiphon/core/context'
import { oneLine } from '@antiphon/core/ui'
import type { WaitingPrompt } from '@antiphon/core/wire'
import type { HeadlessSession } from '@antiphon/host'

/** The prompts that wait for their turn, the oldest first, by their own words, each with its author where one is known. */
export function describeQueued({ agent }: HeadlessSession): readonly WaitingPrompt[] {
  return agent.engine.queued().map(({ uuid, prompt, origin }) => {
    const author = readOriginAuthor(origin)
    return { uuid, text: readOwnWords(prompt), ...(author && { author }) }
  })
}

/** What to say where other prompts wait than before, so that every page knows; else null. */
export function createQueueTeller(session: HeadlessSession): () => WireEvent | null {
  const { engine, sessionId } = session.agent
  const list = (): string =>
    engine
      .queued()
      .map(({ uuid }) => uuid)
      .join()
  let told = list()
  return () => {
    const waiting = list()
    if (waiting === told) return null
    told = waiting
    const prompts = describeQueued(session)
      .slice(0, MAX_PROMPTS)
      .map(prompt => ({ ...prompt, text: oneLine(prompt.text, MAX_WORDS) }))
    return {
      type: 'system',
      ...{ subtype: 'prompts_waiting', prompts },
      uuid: randomUUID(),
      session_id: sessionId,
    }
  }
}

const MAX_PROMPTS = 50
const MAX_WORDS = 200
