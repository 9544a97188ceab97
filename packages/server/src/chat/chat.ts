import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { WireEvent } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import type { HeadlessFlags, HeadlessSession, Io } from '@antiphon/host'
import {
  createHeadlessProgram,
  createHost,
  encodeHostEvent,
  type HeadlessProgram,
  type Host,
  homeOf,
} from '@antiphon/host'
import { isRefusal, type Refusal, refuse } from '../guard/refusal.ts'
import { fromLine } from '../json/json.ts'
import type { ChatPresence, ChatPrompt, OpenChat, RunningAgent } from '../protocol/chat-protocol.ts'
import { type ChatEvents, createChatEvents } from './chat-events.ts'
import { type ChatNews, createChatNews } from './chat-news.ts'
import { type ChatVisits, createChatVisits } from './chat-visits.ts'
import { describeChat } from './describe-chat.ts'
import { describeSuggestions } from './describe-suggestions.ts'
import { createControlTaker } from './take-control.ts'
import { toHostPrompt } from './to-host-prompt.ts'

/** An agent that pages talk to. */
export interface Chat {
  readonly id: string
  /** The file of its session. */
  readonly path: string
  readonly session: HeadlessSession
  readonly events: ChatEvents
  /** How it is now. */
  describe(): OpenChat
  /** Only what it does. */
  brief(): RunningAgent
  /** Resolves when the prompt is safe. One that comes again was taken already. */
  prompt(prompt: ChatPrompt): Promise<Refusal | undefined>
  control(frame: Readonly<Record<string, unknown>>): Refusal | undefined
  /** Somebody is at a page, writes there, or left it. */
  note(presence: ChatPresence): undefined
  /** A page is heard of again, or has hung up and may come back. */
  renew(place: string): void
  hangUp(place: string): void
  /** Lets the prompts be answered that waited when the session ended. */
  release(): Refusal | undefined
  /** Notes in the log that the session works in another folder from here on. */
  relocate(): Promise<void>
  isBusy(): boolean
  /** True while it cannot go on without a person's decision, and nobody listens who could decide. */
  isForsaken(): boolean
  /** True from the moment that it is called off: nothing more is taken. */
  isEnding(): boolean
  /** Ends the turn that runs and makes everything durable. */
  close(): Promise<void>
}

export type OpenChatOptions = {
  readonly flags: HeadlessFlags
  readonly cwd: string
  readonly env: Io['env']
  readonly roots: readonly string[]
  /** What a person should know beside what the agent finds. */
  readonly warnings: readonly string[]
  /** Hears when somebody begins or ceases to follow, and when a turn begins or ends. */
  readonly onChange: () => void
  /** Where the page is, without its token. */
  readonly url: string
  /** The agent cannot go on; it has to be closed. */
  readonly onBroken: () => void
}

/** Opens an agent as the program that the SDK drives, in this process. Rejects where it cannot be opened. */
export async function openChat(options: OpenChatOptions): Promise<Chat> {
  let visits: ChatVisits | null = null
  const onChange = (): void => {
    visits?.look()
    options.onChange()
  }
  const line = openLine({ ...options, onChange })
  const { program, events, stop } = line
  const end = createEnd(line, async () => visits?.end())
  const takeControl = createControlTaker(line)
  const session = await program.open().catch(async error => {
    await end()
    throw error
  })
  line.begin(session)
  visits = createChatVisits({ session, followers: events.followers, url: options.url })
  const { beforePrompt } = visits
  stop.signal.addEventListener('abort', options.onBroken)
  const id = randomBytes(18).toString('base64url')
  const { agent } = session
  const { engine, recording } = agent
  const isHolding = (): boolean => program.isHolding() && engine.queued().length > 0
  const describe = (): OpenChat => describeChat(session, { id, isHolding: isHolding(), ...options })
  return {
    ...{ id, session, events, describe },
    path: recording.path,
    brief: () => ({ chat: id, session: describe().session, state: session.state.now() }),
    prompt: createPromptTaker(line, beforePrompt),
    control: frame => (stop.signal.aborted ? refuse(409, ENDED) : takeControl(frame)),
    note({ place, author, activity }) {
      if (activity === 'gone') session.presence.leave(place)
      else session.presence.note(place, { author, activity })
    },
    renew: place => session.presence.renew(place),
    hangUp: place => session.presence.leave(place, HANG_UP_MS),
    release() {
      if (stop.signal.aborted) return refuse(409, ENDED)
      program.release()
      return undefined
    },
    async relocate() {
      const { cwd, sessionId } = agent
      await recording.recordEntry({ type: 'relocated', relocatedCwd: cwd, sessionId })
    },
    isBusy: () =>
      session.state.now() !== 'idle' ||
      // Somebody has to be there when their time comes.
      agent.schedule.hasTasks() ||
      (engine.queued().length > 0 && !isHolding()),
    isForsaken: () => session.state.now() === 'requires_action' && events.followers() === 0,
    isEnding: () => stop.signal.aborted,
    close: end,
  }
}

/** The program and who listens to it. */
type Line = {
  readonly program: HeadlessProgram
  readonly host: Host
  readonly events: ChatEvents
  readonly stop: AbortController
  readonly begin: (session: HeadlessSession) => void
  /** Tells which prompts wait, where that changed. */
  readonly tellQueue: () => void
}

function openLine({ flags, cwd, env, onChange }: OpenChatOptions): Line {
  const stop = new AbortController()
  const home = homeOf({ env }) ?? cwd
  const events = createChatEvents({ onFollowers: onChange })
  let news: ChatNews | null = null
  const send = async (event: WireEvent | null | undefined): Promise<void> =>
    void (event && (await host.send(event)))
  const tellQueue = (): void => void send(news?.queue())
  const host: Host = createHost(async event => {
    events.add(event, fromLine(encodeHostEvent, describeSuggestions(event, { cwd, home })))
    if (event.type === 'system' && event.subtype === 'session_state_changed') onChange()
    await send(news?.model(event))
    tellQueue()
  })
  const program = createHeadlessProgram({
    ...{ flags, cwd, host, stop },
    io: {
      ...{ stdin: Readable.from([]), env, signal: stop.signal, onClosedOutput: () => {} },
      stdout: { ...NO_TERMINAL, write: async () => {} },
      stderr: { ...NO_TERMINAL, write: text => send(news?.notice(text)) },
    },
    isDriven: true,
    explains: false,
    // A log may come from anywhere: what it says is said to the model when a person wants it.
    holdsWaiting: true,
  })
  return {
    ...{ program, host, events, stop, tellQueue },
    begin(session) {
      news = createChatNews(session)
    },
  }
}

const NO_TERMINAL = { isTerminal: false, columns: () => undefined } as const

/** Ends everything once; whoever asks again waits for the same end. */
function createEnd(
  { program, host, events, stop }: Line,
  beforeEnd: () => Promise<unknown>,
): () => Promise<void> {
  let ending: Promise<void> | null = null
  return () => {
    ending ??= (async () => {
      stop.abort()
      host.leave()
      await beforeEnd()
      // What went wrong was told as the result of a turn, or to the one who opened it.
      await program.end().catch(() => undefined)
      events.end()
    })()
    return ending
  }
}

function createPromptTaker(
  { program, stop, tellQueue }: Line,
  beforePrompt: () => Promise<void>,
): Chat['prompt'] {
  const taken = new Map<string, Promise<void>>()
  return async prompt => {
    const read = toHostPrompt(prompt)
    if (isRefusal(read)) return read
    if (stop.signal.aborted) return refuse(409, ENDED)
    // A page that did not hear the answer may say it again.
    const taking = taken.get(prompt.uuid) ?? beforePrompt().then(() => program.take(read))
    taken.set(prompt.uuid, taking)
    try {
      await taking
      tellQueue()
      return undefined
    } catch (error) {
      taken.delete(prompt.uuid)
      const reason = error instanceof Error ? error.message : String(error)
      return refuse(409, `The prompt could not be stored: ${stripControl(reason)}`)
    }
  }
}

const ENDED = 'The agent has ended. Open the chat again; the session goes on where it was.'

// A page that is loaded again, or goes out of sight, is back by then.
const HANG_UP_MS = 10_000
