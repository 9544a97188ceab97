import { randomBytes } from 'node:crypto'
import type { WireEvent } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import type { ChatAgent, OpenAgentFor, Workspace } from '@antiphon/host'
import { encodeHostEvent } from '@antiphon/host'
import { isRefusal, type Refusal, refuse } from '../guard/refusal.ts'
import { fromLine } from '../json/json.ts'
import type {
  ChatPresence,
  ChatPrompt,
  ChatRewind,
  FileRewind,
  OpenChat,
  RunningAgent,
} from '../protocol/chat-protocol.ts'
import { type ChatEvents, createChatEvents } from './chat-events.ts'
import { describeChat } from './describe-chat.ts'
import { describeSuggestions } from './describe-suggestions.ts'
import { createControlTaker } from './take-control.ts'
import { toHostPrompt } from './to-host-prompt.ts'

/** An agent that pages talk to. */
export interface Chat {
  readonly id: string
  /** The file of its session. */
  readonly path: string
  readonly workspace: Workspace
  readonly events: ChatEvents
  /** How it is now. */
  describe(): OpenChat
  /** Only what it does. */
  brief(): RunningAgent
  /** Resolves when the prompt is safe. One that comes again was taken already. */
  prompt(prompt: ChatPrompt): Promise<Refusal | undefined>
  control(frame: Readonly<Record<string, unknown>>): Refusal | undefined
  /** The call that a question is about, by its tool and id; null where it is about none, or is answered. */
  findAsked(requestId: string): string | null
  /** Brings files back, while nothing runs that could change them meanwhile. */
  rewind(rewind: Omit<ChatRewind, 'chat'>): Promise<FileRewind | Refusal>
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
  readonly openAgent: OpenAgentFor
  readonly cwd: string
  readonly home: string | undefined
  readonly roots: readonly string[]
  /** Hears when somebody begins or ceases to follow, and when a turn begins or ends. */
  readonly onChange: () => void
  /** The agent cannot go on; it has to be closed. */
  readonly onBroken: () => void
}

/** Opens an agent and what pages share of it. Rejects where it cannot be opened. */
export async function openChat(options: OpenChatOptions): Promise<Chat> {
  const { cwd, home = cwd, roots } = options
  let agent: ChatAgent | null = null
  let ending: Promise<void> | null = null
  const onChange = (): void => {
    agent?.look()
    options.onChange()
  }
  const events = createChatEvents({ onFollowers: onChange })
  function say(event: WireEvent): void {
    events.add(event, fromLine(encodeHostEvent, describeSuggestions(event, { cwd, home })))
    if (event.type === 'system' && event.subtype === 'session_state_changed') onChange()
  }
  const opened = await options.openAgent({
    say,
    followers: events.followers,
    onBroken: options.onBroken,
  })
  agent = opened
  const id = randomBytes(18).toString('base64url')
  const isEnding = (): boolean => ending !== null
  const describe = (): OpenChat => describeChat(opened, { id, roots })
  const takeControl = createControlTaker(opened, say)
  const rewinds = createRewindTaker(opened, isEnding)
  return {
    ...{ id, events, describe, isEnding },
    workspace: opened.workspace,
    path: opened.standing().path,
    brief: () => ({ chat: id, session: describe().session, state: opened.standing().state }),
    prompt: createPromptTaker(opened, { isEnding, untilFree: rewinds.settled }),
    control: frame => (isEnding() ? refuse(409, ENDED) : takeControl(frame)),
    findAsked(requestId) {
      const request = opened.pending().find(one => one.request_id === requestId)?.request
      return request?.subtype === 'can_use_tool' ? `${request.tool_name} ${request.tool_use_id}` : null
    },
    rewind: rewinds.take,
    note({ place, author, activity }) {
      if (activity === 'gone') opened.presence.leave(place)
      else opened.presence.note(place, { author, activity })
    },
    renew: place => opened.presence.renew(place),
    hangUp: place => opened.presence.leave(place, HANG_UP_MS),
    release() {
      if (isEnding()) return refuse(409, ENDED)
      opened.release()
      return undefined
    },
    relocate: opened.relocate,
    isBusy: opened.isBusy,
    isForsaken: () => opened.standing().state === 'requires_action' && events.followers() === 0,
    close() {
      // Whoever asks again waits for the same end.
      ending ??= Promise.resolve().then(async () => {
        await opened.end()
        events.end()
      })
      return ending
    },
  }
}

type PromptTakerOptions = {
  readonly isEnding: () => boolean
  readonly untilFree: () => Promise<unknown>
}

function createPromptTaker(agent: ChatAgent, { isEnding, untilFree }: PromptTakerOptions): Chat['prompt'] {
  const taken = new Map<string, Promise<void>>()
  return async prompt => {
    const read = toHostPrompt(prompt)
    if (isRefusal(read)) return read
    if (isEnding()) return refuse(409, ENDED)
    // A page that did not hear the answer may say it again.
    const taking = taken.get(prompt.uuid) ?? untilFree().then(() => agent.take(read))
    taken.set(prompt.uuid, taking)
    try {
      await taking
      return undefined
    } catch (error) {
      taken.delete(prompt.uuid)
      const reason = error instanceof Error ? error.message : String(error)
      return refuse(409, `The message could not be handed over: ${stripControl(reason)}`)
    }
  }
}

type RewindTaker = {
  readonly take: Chat['rewind']
  /** When no file is being brought back any more. */
  readonly settled: () => Promise<unknown>
}

/** One after the other, and no turn begins meanwhile: it would find half of the files as they were. */
function createRewindTaker(agent: ChatAgent, isEnding: () => boolean): RewindTaker {
  let last: Promise<unknown> = Promise.resolve()
  return {
    settled: () => last,
    take(rewind) {
      const done = last.then(async () => {
        if (isEnding()) return refuse(409, ENDED)
        if (agent.standing().state !== 'idle') return refuse(409, WORKING)
        return agent.rewindFiles(rewind)
      })
      last = done.catch(() => undefined)
      return done
    },
  }
}

const WORKING = 'The agent is working. Stop it, or wait until it is done, and rewind then.'
const ENDED = 'The agent has ended. Open the chat again; the session goes on where it was.'

// A page that is loaded again, or goes out of sight, is back by then.
const HANG_UP_MS = 10_000
