import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttachedContext, ChatEvent, ChatWish, OpenChat } from '@antiphon/server/protocol'
import { createScriptModel, type ScriptReply, type Simulator, startSimulator } from '@antiphon/simulator'
import type { AgentSurroundings } from '../../server/src/chat/chats.ts'
import { playClaude } from './play-claude.ts'
import { type Answer, type AskOptions, startTestServer, type TestServer } from './server-kit.ts'

export type Event = Readonly<Record<string, unknown>>

/** A server whose agents talk to a simulator, a folder to work in, and a folder of sessions. */
export type ChatKit = {
  readonly folder: string
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly simulator: Simulator | null
  server(): TestServer
  /** Ends the server and starts another over the same folders. */
  restart(): Promise<void>
  post(path: string, body: unknown, options?: AskOptions): Promise<Answer>
  open(wish?: ChatWish): Promise<TalkingPage>
  close(): Promise<void>
}

/** A page that has a chat open. */
export type TalkingPage = {
  readonly opened: OpenChat
  readonly events: readonly ChatEvent[]
  /** Waits for an event that was not waited for before. */
  until(fits: (event: Event) => boolean): Promise<Event>
  say(text: string, contexts?: readonly AttachedContext[], uuid?: string): Promise<Answer>
  control(frame: object): Promise<Answer>
  /** Asks a question and gives the answer. */
  ask(subtype: string, fields?: object): Promise<Event>
  /** Lets prompts of the log be answered. */
  release(): Promise<Answer>
  /** Answers a question of the agent. */
  answer(question: Event, response: object): Promise<Answer>
  leave(): void
}

export type ChatKitOptions = Partial<AgentSurroundings> & {
  /** What the model says; the demo model without it. */
  readonly replies?: readonly ScriptReply[]
  /** Whether a `claude` is installed, which our own executable plays. */
  readonly hasClaude?: boolean
  /** Sessions are kept at home, where no folder is there for them yet. */
  readonly isFirstTime?: boolean
  /** Where what people do is written down; nowhere unless told. */
  readonly configFolder?: string
}

/** Kits that a test starts, all ended together. */
export function createChatKits(): {
  readonly start: (options?: ChatKitOptions) => Promise<ChatKit>
  readonly close: () => Promise<void>
} {
  const kits: ChatKit[] = []
  return {
    async start(options) {
      const kit = await createChatKit(options)
      kits.push(kit)
      return kit
    },
    async close() {
      for (const kit of kits.splice(0)) await kit.close()
    },
  }
}

async function createChatKit(options: ChatKitOptions = {}): Promise<ChatKit> {
  const { replies, hasClaude = false, isFirstTime, configFolder = null, ...agents } = options
  const base = mkdtempSync(join(tmpdir(), 'antiphon-chat-'))
  const home = join(base, 'home')
  const [folder, root] = [join(base, 'project'), isFirstTime ? join(home, '.antiphon') : join(base, 'config')]
  mkdirSync(folder)
  if (!isFirstTime) mkdirSync(root)
  const simulator = replies ? await startSimulator({ model: createScriptModel(replies) }) : null
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? '',
    // Never the one of this machine.
    ANTIPHON_CLAUDE: hasClaude ? playClaude(base) : join(base, 'no-claude'),
    CLAUDE_CONFIG_DIR: isFirstTime ? '' : root,
    ...(simulator && { ANTHROPIC_API_KEY: 'any', ANTHROPIC_BASE_URL: simulator.url }),
  }
  const start = (): Promise<TestServer> =>
    startTestServer({ roots: [root], configFolder, agents: { env, cwd: folder, ...agents } })
  let server = await start()
  const pages = new Set<TalkingPage>()

  function post(path: string, body: unknown, { headers, ...options }: AskOptions = {}): Promise<Answer> {
    return server.ask(`/api/chat/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...options,
    })
  }

  return {
    ...{ folder, root, env, simulator, post },
    server: () => server,
    async restart() {
      await server.close()
      server = await start()
    },
    async open(wish = { cwd: folder }) {
      const { status, text } = await post('open', wish)
      if (status !== 200) throw new Error(`${status} ${text}`)
      const page = await talk(JSON.parse(text), { post, server })
      pages.add(page)
      return page
    },
    async close() {
      for (const page of pages) page.leave()
      await server.close()
      await simulator?.close()
      rmSync(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Line = { readonly post: ChatKit['post']; readonly server: TestServer }

async function talk(opened: OpenChat, { post, server }: Line): Promise<TalkingPage> {
  const { chat } = opened
  const listener = await server.listen(`/api/chat/events?chat=${chat}&from=0`)
  const events: ChatEvent[] = []
  let seen = 0

  async function until(fits: (event: Event) => boolean): Promise<Event> {
    for (;;) {
      while (seen < events.length) {
        const event = toEvent(events[seen++])
        if (fits(event)) return event
      }
      // What the listener heard came as the server wrote it.
      for (const { data } of await listener.take(1)) events.push(data as ChatEvent)
    }
  }

  return {
    ...{ opened, events, until },
    say: (text, contexts = [], uuid = randomUUID()) => post('prompt', { chat, uuid, text, contexts }),
    control: frame => post('control', { chat, frame }),
    async ask(subtype, fields = {}) {
      const id = randomUUID()
      await post('control', {
        chat,
        frame: { type: 'control_request', request_id: id, request: { subtype, ...fields } },
      })
      const event = await until(
        ({ type, response }) => type === 'control_response' && toEvent({ event: response }).request_id === id,
      )
      return toEvent({ event: event.response })
    },
    release: () => post('release', { chat }),
    answer: (question, response) =>
      post('control', {
        chat,
        frame: {
          type: 'control_response',
          response: { subtype: 'success', request_id: question.request_id, response },
        },
      }),
    leave: listener.leave,
  }
}

/** An event as any object: tests look at its fields one by one. */
function toEvent(placed: { readonly event: unknown } | undefined): Event {
  return (placed?.event ?? {}) as Event
}

export function isResult({ type }: Event): boolean {
  return type === 'result'
}

/** The agent's question whether a call may run. */
export function isQuestion({ type }: Event): boolean {
  return type === 'control_request'
}

export function isIdle({ subtype, state }: Event): boolean {
  return subtype === 'session_state_changed' && state === 'idle'
}
