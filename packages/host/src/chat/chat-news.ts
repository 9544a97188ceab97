import { randomUUID } from 'node:crypto'
import { readOriginAuthor, type WireEvent } from '@antiphon/core'
import { readOwnWords } from '@antiphon/core/context'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { WaitingPrompt } from '@antiphon/core/wire'
import type { HeadlessSession } from '../headless/headless-session.ts'

/** What pages have to know beside what the program says by itself; each is null where there is no news. */
export interface ChatNews {
  /** Where other prompts wait than before. */
  queue(): WireEvent | null
  /** Behind an answer to a question: where that changed the model. */
  model(event: WireEvent): WireEvent | null
  /** What the program says on standard error; the problems of the opening are not among it, since `OpenChat` has those. */
  notice(text: string): WireEvent | null
}

export function createChatNews(session: HeadlessSession): ChatNews {
  const { engine, sessionId } = session.agent
  const tell = (fields: object): WireEvent =>
    ({ type: 'system', ...fields, uuid: randomUUID(), session_id: sessionId }) as WireEvent // any fields may follow
  const listQueued = (): string =>
    engine
      .queued()
      .map(({ uuid }) => uuid)
      .join()
  let toldQueue = listQueued()
  let toldModel = engine.model()
  return {
    queue() {
      const queued = listQueued()
      if (queued === toldQueue) return null
      toldQueue = queued
      const prompts = describeQueued(session)
        .slice(0, MAX_PROMPTS)
        .map(prompt => ({ ...prompt, text: oneLine(prompt.text, MAX_WORDS) }))
      return tell({ subtype: 'prompts_waiting', prompts })
    },
    model({ type }) {
      const model = engine.model()
      if (type !== 'control_response' || model === toldModel) return null
      toldModel = model
      return tell({ subtype: 'status', status: null, model })
    },
    notice(text) {
      const content = text.replace(/^antiphon: /, '').trimEnd()
      if (session.agent.problems.some(problem => stripControl(problem) === content)) return null
      return tell({ subtype: 'informational', content, level: 'warning' })
    },
  }
}

/** The prompts that wait for their turn, the oldest first, by their own words, each with its author where one is known. */
export function describeQueued({ agent }: HeadlessSession): readonly WaitingPrompt[] {
  return agent.engine.queued().map(({ uuid, prompt, origin }) => {
    const author = readOriginAuthor(origin)
    return { uuid, text: readOwnWords(prompt), ...(author && { author }) }
  })
}

const MAX_PROMPTS = 50
const MAX_WORDS = 200
