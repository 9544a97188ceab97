import type { ProgramCommandsOptions } from '../slash/create-program-commands.ts'
import { type AgentWish, findPastLog, planChatAgent } from './open-chat-agent.ts'
import { openTalk, type Talk, type TalkOptions } from './talk.ts'
import { openTalkLog, type TalkLog } from './talk-log.ts'

/** The talk that is open, and the one that comes instead of it. */
export interface TalkSlot {
  wish(): AgentWish
  /** Null until its agent is there. */
  now(): Talk | null
  /** What the log has of it, also before its agent is there. */
  turns(): ReturnType<Talk['turns']>
  /** Where that log is; undefined until it is known. */
  path(): string | undefined
  /** The talk that is open or being opened; null where it could not be. */
  opened(): Promise<Talk | null>
  open(): void
  /** Ends the talk and begins another; `isSame` where what it says stands above already. */
  reopen(wish: AgentWish, isSame: boolean): Promise<void>
}

export type TalkSlotOptions = ProgramCommandsOptions & {
  readonly wish: AgentWish
  readonly onChange: TalkOptions['onChange']
  readonly onBroken: () => void
  /** The talk is not there any more. */
  readonly onClosed: () => void
  /** A talk is going to be opened. */
  readonly onBegun: () => void
  /** What was said before is known; its agent is loaded when this returns. */
  readonly onPast: () => void
  readonly onOpened: (talk: Talk, isSame: boolean) => void
  readonly onFailed: (error: unknown) => void
  /** Whether the person has left. */
  readonly isLeft: () => boolean
}

/** Nothing is open. */
export function createTalkSlot(options: TalkSlotOptions): TalkSlot {
  const { onChange, onBroken } = options
  let wish = options.wish
  let talk: Talk | null = null
  let past: TalkLog | null = null
  let opening: Promise<Talk | null> = Promise.resolve(null)

  async function begin(isSame: boolean): Promise<Talk | null> {
    options.onBegun()
    try {
      past = isSame ? null : await readPast()
      options.onPast()
      const openAgent = await planChatAgent(wish, options)
      const opened = await openTalk({ openAgent, past, onChange, onBroken })
      if (options.isLeft()) return opened
      talk = opened
      options.onOpened(opened, isSame)
      return opened
    } catch (error) {
      if (!options.isLeft()) options.onFailed(error)
      return null
    }
  }

  /** Nobody waits for an agent to read what was said before. */
  async function readPast(): Promise<TalkLog | null> {
    const path = await findPastLog(wish, options.io)
    return path === null ? null : openTalkLog(path)
  }

  return {
    wish: () => wish,
    now: () => talk,
    turns: () => (talk ?? past)?.turns() ?? [],
    path: () => talk?.standing().path ?? past?.path,
    opened: () => (talk ? Promise.resolve(talk) : opening),
    open() {
      opening = begin(false)
    },
    async reopen(next, isSame) {
      const old = talk
      talk = null
      past = null
      options.onClosed()
      await old?.end()
      wish = next
      opening = begin(isSame)
      await opening
    },
  }
}
