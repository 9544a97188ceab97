import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { isObject } from '@antiphon/contract'
import type { UUID, WireEvent } from '@antiphon/core'
import {
  type AttachedImage,
  type ChatAction,
  type ChatDecision,
  type ChatElicitation,
  type ChatQuestion,
  type ChatState,
  type ControlWish,
  computeTailItems,
  type ElicitationResponse,
  type FileRewind,
  type KnownEntry,
  NO_CHAT,
  reduceChat,
  type SentPrompt,
  type TailItem,
} from '@antiphon/core/chat'
import type { PersonTurn } from '@antiphon/core/turns'
import type { LogPlace } from '@antiphon/core/ui'
import {
  type AgentStanding,
  composePrompt,
  type HostRequest,
  type OpenAgentFor,
  type Workspace,
  type WrittenPrompt,
} from '@antiphon/host'
import { followFile } from '@antiphon/transcript'
import { followTasks, type RunningTask } from './running-tasks.ts'
import { createTakenPrompts } from './taken-prompts.ts'
import { openTalkLog, type TalkLog } from './talk-log.ts'

/** A talk with an agent: what its log has of it, and what it says right now. */
export interface Talk {
  state(): ChatState
  standing(): AgentStanding
  /** Whether no language model answers, but the demo's rules. */
  isDemo(): boolean
  /** What the log has, from where it was opened. */
  turns(): readonly PersonTurn<LogPlace>[]
  /** What the agent is saying and the log does not have. */
  tail(): readonly TailItem[]
  /** The newest entries of the log. */
  entries(): readonly KnownEntry[]
  /** Prompts that the agent has taken up and the log does not have yet. */
  taken(): readonly SentPrompt[]
  /** What goes on beside the talk, the oldest first. */
  tasks(): readonly RunningTask[]
  /** Resolves when the prompt is safe; `shown` is how it stands here until the log has it. */
  send(shown: string, prompt?: Partial<SaidPrompt>): Promise<void>
  /** What can be attached is looked for here. */
  readonly workspace: Workspace
  /** Asks the agent for something beside its work, and shows what came of it. */
  wish(request: ControlWish['request'], isDropped?: boolean): void
  /** Asks a question of a program; rejects with the agent's words where it refuses. */
  ask(request: HostRequest): Promise<Readonly<Record<string, unknown>>>
  /** Brings files back to what they were at a prompt. */
  rewindFiles(message: string): Promise<FileRewind>
  decide(question: ChatQuestion, decision: ChatDecision): void
  /** Answers a server's question. */
  answer(elicitation: ChatElicitation, response: ElicitationResponse): void
  dispatch(action: ChatAction): void
  /** Whether the person looks. */
  look(isFocused: boolean): void
  release(): void
  end(): Promise<void>
}

/** A prompt with what goes along. */
export type SaidPrompt = Pick<WrittenPrompt, 'text' | 'contexts'> & {
  readonly images: readonly AttachedImage[]
}

export type TalkOptions = {
  readonly openAgent: OpenAgentFor
  /** Something to show has changed; where only an answer has grown, nobody waits for it. */
  readonly onChange: (hasOnlyGrown?: boolean) => void
  /** The agent cannot go on. */
  readonly onBroken: () => void
  /** The log that is going to be its own, where it was read before. */
  readonly past?: TalkLog | null
}

/** Opens an agent and reads the end of its log. Rejects with what a person has to know where that cannot be. */
export async function openTalk(options: TalkOptions): Promise<Talk> {
  const { onChange } = options
  const stop = new AbortController()
  const waiting = new Map<string, (response: Readonly<Record<string, unknown>>) => void>()
  let state = NO_CHAT
  let [seq, isFocused] = [0, true]
  let tasks: readonly RunningTask[] = []
  const taken = createTakenPrompts()

  function dispatch(action: ChatAction): void {
    const before = state
    state = reduceChat(state, action)
    if (action.kind === 'heard') taken.follow(before, state)
    onChange(action.kind === 'heard' && action.events.every(({ event }) => event.type === 'stream_event'))
  }

  function say(event: WireEvent): void {
    if (event.type === 'control_response' && isObject(event.response)) {
      const id = String(event.response.request_id)
      waiting.get(id)?.(event.response)
      waiting.delete(id)
    }
    tasks = followTasks(tasks, event, Date.now())
    dispatch({ kind: 'heard', events: [{ seq: seq++, event }] })
    taken.hear(event)
  }

  const agent = await options.openAgent({
    say,
    followers: () => (isFocused ? 1 : 0),
    onBroken: options.onBroken,
  })
  agent.look()
  const { path, queued, isHolding, people } = agent.standing()
  const log = options.past?.path === resolve(path) ? options.past : await openTalkLog(path)
  dispatch({
    kind: 'resumed',
    queued: queued.map(prompt => ({ ...prompt, contexts: [] })),
    remembered: [],
    isHolding,
    people,
  })
  const following = follow()

  async function follow(): Promise<void> {
    try {
      for await (const item of followFile(path, { from: log.next, signal: stop.signal })) {
        if (item.kind === 'entry') log.add(item.entry, item.seq)
        if (item.kind === 'reset') log.restart()
        if (item.kind === 'caught-up') onChange()
      }
    } catch {
      // What the agent says is still told; the log says why it cannot be read when it is opened again.
    }
  }

  function ask(request: HostRequest): Promise<Readonly<Record<string, unknown>>> {
    const requestId = randomUUID()
    return new Promise((resolve, reject) => {
      waiting.set(requestId, response => {
        if (response.subtype === 'success') resolve(isObject(response.response) ? response.response : {})
        else reject(new Error(String(response.error ?? 'it was refused')))
      })
      agent.hear({ kind: 'request', requestId, request })
    })
  }

  return {
    state: () => state,
    standing: agent.standing,
    isDemo: () => agent.id === 'demo',
    turns: log.turns,
    entries: log.entries,
    taken: () => taken.list(log.entries()),
    tasks: () => tasks,
    tail: () => computeTailItems(state.tail, log.entries()),
    workspace: agent.workspace,
    async send(shown, { text = shown, contexts = [], images = [] } = {}) {
      const uuid = randomUUID() as UUID
      dispatch({ kind: 'sent', prompt: { uuid, text: shown, contexts } })
      try {
        // Words alone are stored as a text, as everywhere.
        const isPlain = contexts.length === 0 && images.length === 0
        const composed = isPlain ? null : composePrompt({ uuid, text, contexts, images })
        await agent.take(composed ?? { content: text, uuid, asksForAnswer: true })
      } catch (error) {
        dispatch({ kind: 'unsent', uuid, words: error instanceof Error ? error.message : String(error) })
      }
    },
    wish(request, isDropped = false) {
      const requestId = randomUUID()
      dispatch({ kind: 'wished', wish: { requestId, request, isDropped } })
      agent.hear({ kind: 'request', requestId, request })
    },
    ask,
    rewindFiles: message => agent.rewindFiles({ message, isDryRun: false }),
    decide(question, decision) {
      const { requestId, toolUseId } = question
      // A decision is JSON, as it came.
      const response = { ...decision, ...(toolUseId !== '' && { toolUseID: toolUseId }) } as never
      agent.settle(requestId, { status: 'answered', response })
      dispatch({ kind: 'answered', requestId })
    },
    answer({ requestId }, response) {
      // What a person answered is JSON.
      agent.settle(requestId, { status: 'answered', response: response as never })
      dispatch({ kind: 'answered', requestId })
    },
    dispatch,
    look(now) {
      isFocused = now
      agent.look()
    },
    release: agent.release,
    async end() {
      await agent.end()
      stop.abort()
      await following
    },
  }
}
