import { createBridgeEndMessage, createBridgeStatusMessage, type Message } from '@antiphon/core'
import type { HeadlessSession } from '../headless/headless-session.ts'
import { welcomeBack } from '../headless/welcome-back.ts'

/** Whether somebody looks at an agent, as its log and the person are told. */
export interface ChatVisits {
  /** Looks who follows now. */
  look(): void
  /** Before a prompt is taken: the session is live from here on. */
  beforePrompt(): Promise<void>
  /** The agent ends, and with it every visit. */
  end(): Promise<void>
}

export type ChatVisitsOptions = {
  readonly session: Pick<HeadlessSession, 'agent'>
  readonly followers: () => number
  /** Where the page is, without its token; without it the log is told of nobody, as for who sits at a terminal. */
  readonly url?: string | undefined
  readonly now?: () => number
  /** A page that comes back so soon was never gone. */
  readonly graceMs?: number
}

/**
 * The log says when the first window comes and when the last one has gone, and nothing of windows beside others, of
 * reconnections, and of sessions in which nobody says a word. Who comes back after a while is told what happened.
 */
export function createChatVisits(options: ChatVisitsOptions): ChatVisits {
  const { session, followers, url, now = Date.now, graceMs = GRACE_MS } = options
  const { engine } = session.agent
  let isThere = false
  let isTold = false
  let isLive = false
  let leftAt: number | null = null
  let leaving: NodeJS.Timeout | undefined

  // What cannot be stored of it is told by the turn that cannot be stored either.
  const tell = (message: Message): Promise<void> => engine.tell([message]).catch(() => undefined)

  async function tellBegin(): Promise<void> {
    if (url === undefined || isTold || !isThere || !isLive) return
    isTold = true
    await tell(createBridgeStatusMessage(url))
  }

  async function tellEnd(): Promise<void> {
    if (url === undefined || !isTold) return
    isTold = false
    await tell(createBridgeEndMessage(url))
  }

  function come(): void {
    clearTimeout(leaving)
    leaving = undefined
    if (isThere) return
    isThere = true
    void tellBegin()
    if (leftAt !== null) void welcomeBack(session, now() - leftAt).catch(() => null)
  }

  function leave(): void {
    leaving = undefined
    isThere = false
    void tellEnd()
  }

  return {
    look() {
      if (followers() > 0) come()
      else if (isThere && !leaving) {
        leftAt = now()
        leaving = setTimeout(leave, graceMs).unref()
      }
    },
    async beforePrompt() {
      isLive = true
      await tellBegin()
    },
    async end() {
      clearTimeout(leaving)
      isThere = false
      await tellEnd()
    },
  }
}

const GRACE_MS = 60_000
