import { setTimeout as wait } from 'node:timers/promises'
import { stripControl } from '@antiphon/core/ui'
import type { StoreCopy } from '@antiphon/host'
import { isRefusal, type Refusal, refuse } from '../guard/refusal.ts'
import type { ChatWish, RunningAgent } from '../protocol/chat-protocol.ts'
import type { Chat } from './chat.ts'
import type { LogCopy } from './copy-log.ts'
import { createIdleClocks } from './idle-clocks.ts'
import { isChangedByOthers, planChat, readChange } from './plan-chat.ts'

/** Somebody who asks for an agent, by the name that the team knows: what it writes bears it. */
export type Asker = { readonly person: string }

/** The agents that run in this server. */
export interface Chats {
  /** Opens an agent, or gives the one that runs for that session. */
  open(wish: ChatWish, asker?: Asker | null): Promise<Chat | Refusal>
  find(id: string): Chat | null
  /** Whether somebody else than the agents of this server wrote a log a moment ago. */
  mayBeHeld(path: string): boolean
  /** Those that take something. */
  running(): readonly RunningAgent[]
  end(id: string): Promise<void>
  /** Ends all; what was acknowledged is durable then. */
  close(): Promise<void>
}

/** What agents need of the world. */
export type AgentSurroundings = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the server was started: a folder for new sessions. */
  readonly cwd: string
  /** So many at once; eight unless told. */
  readonly maxAgents?: number
  /** How long an agent that does nothing for nobody stays; ten minutes unless told. */
  readonly idleMs?: number
}

export type ChatsOptions = AgentSurroundings & {
  readonly roots: readonly string[]
  /** The store whose sessions they are, where they are a team's. */
  readonly fleet?: StoreCopy | null
  /** Where the page is, without its token; this machine unless told. */
  readonly url?: () => string
  /** Hears which agents run, whenever that or what they do changes. */
  readonly onRunning?: (agents: readonly RunningAgent[]) => void
}

/** No agents; the engine is loaded with the first. */
export function createChats(options: ChatsOptions): Chats {
  const { roots, cwd, fleet = null, maxAgents = MAX_AGENTS, idleMs = IDLE_MS } = options
  const env = toAgentEnv(options.env)
  const home = env.HOME || env.USERPROFILE || undefined
  const chats = new Map<string, Chat>()
  const opening = new Map<ChatWish | string, Promise<Chat | Refusal>>()
  const written = new Map<string, number>()
  const running = (): readonly RunningAgent[] =>
    [...chats.values()].filter(chat => !chat.isEnding()).map(chat => chat.brief())
  const tellRunning = createRunningTeller(running, options.onRunning)
  const clocks = createIdleClocks({ idleMs, onIdle: id => void end(id) })
  let isClosed = false

  function look(chat: Chat): void {
    clocks.look(chat)
    tellRunning()
  }

  async function end(id: string): Promise<void> {
    clocks.stop(id)
    const chat = chats.get(id)
    if (!chat) return
    const closed = chat.close()
    tellRunning()
    await closed
    written.set(chat.path, readChange(chat.path))
    chats.delete(id)
  }

  /** Where all places are taken, the one that was idle first goes, else one that waits for nobody. */
  async function makeRoom(): Promise<boolean> {
    if (chats.size + opening.size < maxAgents) return true
    const dispensable = clocks.oldest() ?? [...chats.values()].find(chat => chat.isForsaken())?.id
    if (dispensable !== undefined) await end(dispensable)
    return dispensable !== undefined
  }

  /** Takes its place at once: of two who ask at the same time for the last one, only one gets it. */
  async function start(wish: ChatWish, asker: Asker | null): Promise<Chat | Refusal> {
    if (!(await makeRoom())) return refuse(409, `${maxAgents} agents run already. End one of them first.`)
    // It may say something before it is known here.
    let chat: Chat | null = null
    let copy: LogCopy | null = null
    try {
      const url = options.url?.() ?? 'http://127.0.0.1'
      const plan = await planChat(wish, { roots, cwd, home, env: signEnv(env, asker), url, fleet })
      if (isRefusal(plan)) return plan
      copy = plan.copy
      const { openChat } = await import('./chat.ts')
      chat = await openChat({
        ...{ ...plan, home, roots },
        onChange: () => chat && look(chat),
        onBroken: () => void (chat && end(chat.id)),
      })
      chats.set(chat.id, chat)
      if (plan.isMoved) await chat.relocate()
      look(chat)
      return chat
    } catch (error) {
      if (!chat) await copy?.discard().catch(() => undefined)
      return refuse(422, `The agent could not be started: ${describe(error)}`)
    }
  }

  /** Those who ask for the same session at the same time get the same agent. */
  function openOnce(wish: ChatWish, asker: Asker | null): Promise<Chat | Refusal> {
    const key = wish.fork ? wish : (wish.session ?? wish)
    const known = opening.get(key)
    if (known) return known
    const started = start(wish, asker).finally(() => opening.delete(key))
    opening.set(key, started)
    return started
  }

  function findFor({ session, fork }: ChatWish, isEnding: boolean): Chat | undefined {
    if (session === undefined || fork) return undefined
    return [...chats.values()].find(
      chat => chat.isEnding() === isEnding && chat.describe().session === session,
    )
  }

  /** An agent that is ending takes nothing more, and still holds the log. */
  async function waitForEnd(wish: ChatWish): Promise<void> {
    const ending = findFor(wish, true)
    if (ending) await Promise.race([end(ending.id), wait(MAX_END_MS, null, { ref: false })])
  }

  return {
    async open(wish, asker = null) {
      if (isClosed) return refuse(409, ENDING)
      await waitForEnd(wish)
      const known = findFor(wish, false)
      const opened = known ?? (await openOnce(wish, asker))
      if (!isClosed || isRefusal(opened)) return opened
      await end(opened.id)
      return refuse(409, ENDING)
    },
    find: id => chats.get(id) ?? null,
    mayBeHeld: path => isChangedByOthers(path, written),
    running,
    end,
    async close() {
      isClosed = true
      const ended = Promise.allSettled(opening.values()).then(() => Promise.all([...chats.keys()].map(end)))
      // A tool that does not let go must not keep the server: what was taken is durable without it.
      await Promise.race([ended, wait(MAX_END_MS, null, { ref: false })])
    },
  }
}

const MAX_AGENTS = 8
const MAX_END_MS = 15_000
const IDLE_MS = 10 * 60 * 1000
const ENDING = 'The server is ending.'

/** Tells who runs, once for each change of it. */
function createRunningTeller(
  running: () => readonly RunningAgent[],
  onRunning: ChatsOptions['onRunning'],
): () => void {
  let told = '[]'
  return () => {
    const agents = running()
    const text = JSON.stringify(agents)
    if (text === told) return
    told = text
    onRunning?.(agents)
  }
}

/**
 * Who started the server may itself be driven by an SDK; its agents are not, and their logs say whose they are. They
 * keep what files were, to give that back, unless somebody does not want it.
 */
function toAgentEnv(env: AgentSurroundings['env']): AgentSurroundings['env'] {
  return {
    CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true',
    ...env,
    CLAUDE_CODE_ENTRYPOINT: 'antiphon-window',
  }
}

/** What an agent writes to a team's store bears the name of who asked for it. */
function signEnv(env: AgentSurroundings['env'], asker: Asker | null): AgentSurroundings['env'] {
  return asker ? { ...env, ANTIPHON_PERSON: asker.person } : env
}

function describe(error: unknown): string {
  return stripControl(error instanceof Error ? error.message : String(error))
}
