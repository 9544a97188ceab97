import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject } from '@antiphon/contract'
import {
  createAssistantMessage,
  createUserMessage,
  type Message,
  readOriginAuthor,
  type UUID,
  type WireEvent,
} from '@antiphon/core'
import type { AgentState } from '@antiphon/core/chat'
import { readOwnWords } from '@antiphon/core/context'
import { oneLine } from '@antiphon/core/ui'
import type { ControlRequestEvent, WaitingPrompt } from '@antiphon/core/wire'
import type { AgentClient } from '../client/agent-client.ts'
import type { HostPrompt, HostRequest } from '../headless/host-frame.ts'
import { createPresence, type Presence } from '../headless/presence.ts'
import type { AgentStanding } from './chat-agent.ts'
import { mergeCommands, type ProgramFacts } from './program-facts.ts'

/** Follows what a program says, so that it can be told at any time how the program stands. */
export interface ProgramEar {
  /** Hears an event and says it on; what nobody here can answer is refused. */
  hear(event: WireEvent, client: Pick<AgentClient, 'refuse'>): void
  begin(facts: ProgramFacts): void
  noteSent(prompt: Pick<HostPrompt, 'content' | 'uuid' | 'origin'>): void
  noteCancelled(uuid: UUID | undefined): void
  /** The program answered a question of a page. */
  noteAnswered(request: HostRequest, response: JsonObject): void
  state(): AgentState
  standing(): Omit<AgentStanding, 'cwd' | 'path' | 'models' | 'problems' | 'isHolding'>
  pending(): readonly ControlRequestEvent[]
  /** True where a question waited for an answer, which it does no more. */
  close(requestId: string): boolean
  readonly presence: Presence
  /** The newest of what was said, for those who look for outputs in it. */
  messages(): readonly Message[]
  toSystemEvent(fields: object): WireEvent
}

export type ProgramEarOptions = {
  readonly say: (event: WireEvent) => void
  readonly sessionId: string
}

/** A program that has not said anything. */
export function createProgramEar({ say, sessionId: expected }: ProgramEarOptions): ProgramEar {
  let sessionId = expected
  let [model, permissionMode] = ['', 'default']
  let commands: ProgramFacts['commands'] = []
  let isRunning = false
  // Some versions tell their state by themselves; of others it follows from what they say.
  let told: AgentState | null = null
  let said: AgentState = 'idle'
  let hasTaken = false
  const waiting = new Map<string, WaitingPrompt>()
  const questions = new Map<string, ControlRequestEvent>()
  let messages: Message[] = []

  const toSystemEvent = (fields: object): WireEvent =>
    ({ type: 'system', ...fields, uuid: randomUUID(), session_id: sessionId }) as WireEvent // any fields may follow
  const presence = createPresence({
    onChange: people => say(toSystemEvent({ subtype: 'presence', people })),
  })
  const state = (): AgentState =>
    questions.size > 0 ? 'requires_action' : (told ?? (isRunning ? 'running' : 'idle'))

  function tellState(): void {
    if (told !== null || state() === said) return
    said = state()
    say(toSystemEvent({ subtype: 'session_state_changed', state: said }))
  }

  function tellWaiting(): void {
    const prompts = [...waiting.values()].map(prompt => ({
      ...prompt,
      text: oneLine(prompt.text, MAX_WORDS),
    }))
    say(toSystemEvent({ subtype: 'prompts_waiting', prompts }))
  }

  function drop(uuids: readonly unknown[]): void {
    const gone = uuids.filter(uuid => typeof uuid === 'string' && waiting.delete(uuid))
    if (gone.length === 0) return
    hasTaken = true
    tellWaiting()
  }

  function tellStatus(fields: { readonly model?: string; readonly permissionMode?: string }): void {
    model = fields.model ?? model
    permissionMode = fields.permissionMode ?? permissionMode
    say(toSystemEvent({ subtype: 'status', status: null, ...fields }))
  }

  function hearSystem(event: Fields): void {
    const { subtype } = event
    if (subtype === 'init') {
      isRunning = true
      if (typeof event.session_id === 'string') sessionId = event.session_id
      commands = mergeCommands(commands, event.slash_commands)
    }
    if (subtype === 'init' || subtype === 'status') {
      if (typeof event.model === 'string') model = event.model
      if (typeof event.permissionMode === 'string') permissionMode = event.permissionMode
    }
    if (subtype === 'session_state_changed' && isState(event.state)) told = event.state
  }

  function endTurn(event: Fields): void {
    isRunning = false
    drop(Array.isArray(event.user_message_uuids) ? event.user_message_uuids : [])
    // A version that does not say what it takes up has taken the oldest.
    const [oldest] = waiting.keys()
    if (!hasTaken && oldest !== undefined) drop([oldest])
    hasTaken = false
    if (waiting.size > 0) isRunning = true
  }

  return {
    presence,
    state,
    toSystemEvent,
    hear(event, client) {
      const fields: Fields = event
      if (event.type === 'control_request' && !isToolQuestion(fields))
        return void (
          typeof fields.request_id === 'string' &&
          client.refuse(fields.request_id, 'nobody here can answer that').catch(() => undefined)
        )
      if (event.type === 'control_request') questions.set(event.request_id, event)
      if (event.type === 'control_cancel_request') questions.delete(event.request_id)
      if (event.type === 'system') hearSystem(fields)
      if (event.type === 'user' || event.type === 'assistant') messages = keepNewest(messages, event)
      say(event)
      if (event.type === 'user' || (event.type === 'command_lifecycle' && fields.state !== 'queued'))
        drop([fields.uuid])
      if (event.type === 'result') endTurn(fields)
      tellState()
    },
    begin(facts) {
      ;({ model, permissionMode, commands } = facts)
    },
    noteSent({ content, uuid = randomUUID(), origin }) {
      const author = readOriginAuthor(origin)
      waiting.set(uuid, { uuid, text: readOwnWords(content), ...(author && { author }) })
      isRunning = true
      tellWaiting()
      tellState()
    },
    noteCancelled(uuid) {
      if (uuid !== undefined && waiting.delete(uuid)) tellWaiting()
    },
    noteAnswered(request, response) {
      switch (request.subtype) {
        case 'set_model':
          return tellStatus({ model: readText(response.model) ?? readText(request.model) ?? 'default' })
        case 'set_permission_mode':
          return tellStatus({ permissionMode: readText(response.mode) ?? readText(request.mode) ?? '' })
        case 'cancel_async_message':
          if (response.cancelled === true && waiting.delete(String(request.message_uuid))) tellWaiting()
      }
    },
    standing: () => ({
      ...{ sessionId, model, permissionMode, commands },
      queued: [...waiting.values()],
      people: presence.people(),
      state: state(),
    }),
    pending: () => [...questions.values()],
    close(requestId) {
      const isOpen = questions.delete(requestId)
      if (isOpen) tellState()
      return isOpen
    },
    messages: () => messages,
  }
}

type Fields = Readonly<Record<string, unknown>>

const MAX_WORDS = 200
const MAX_MESSAGES = 200

/** Only what a person could look for later is kept: blocks of what was said. */
function keepNewest(
  messages: readonly Message[],
  event: Extract<WireEvent, { readonly type: 'user' | 'assistant' }>,
): Message[] {
  const content: unknown = isObject(event.message) ? event.message.content : undefined
  if (!Array.isArray(content)) return [...messages]
  // Another program wrote it; whoever looks into it checks each field.
  const made = event.type === 'user' ? createUserMessage({ content }) : createAssistantMessage({ content })
  return [...messages, made].slice(-MAX_MESSAGES)
}

/** Another program asks: what has no name by which it could be answered, or no tool, is no question for a person. */
function isToolQuestion({ request_id: id, request }: Fields): boolean {
  if (typeof id !== 'string' || !isObject(request) || request.subtype !== 'can_use_tool') return false
  return typeof request.tool_name === 'string' && isObject(request.input)
}

function isState(value: unknown): value is AgentState {
  return value === 'idle' || value === 'running' || value === 'requires_action'
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
