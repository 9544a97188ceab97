import type { ContentBlock, Message, PermissionMode, SystemAwaySummaryMessage, UUID } from '@antiphon/core'
import type { QueryEvent } from './query/query-event.ts'
import { createLocalCommandMessages } from './session/create-local-command-messages.ts'
import { createQueryContext } from './session/create-query-context.ts'
import type { QueuedPrompt } from './session/prompt-queue.ts'
import type { QueryEngineOptions } from './session/query-engine-options.ts'
import { createSessionState } from './session/session-state.ts'
import type { TurnResult } from './session/submit-prompt.ts'
import { submitPrompts } from './session/submit-prompts.ts'
import { tellLater } from './session/tell-later.ts'
import { generateTitle } from './summaries/generate-title.ts'
import { summarizeAway } from './summaries/summarize-away.ts'

/** A session with an agent: takes prompts, one at a time, and tells what happens. */
export interface QueryEngine {
  /** Runs a turn. What it yields is stored already, but for the model's own words, which follow at once; its result comes when all is durable. */
  submit(
    prompt: string | readonly ContentBlock[],
    options?: SubmitOptions,
  ): AsyncGenerator<QueryEvent, TurnResult, undefined>
  /** Stops the turn that runs; every open call is answered. */
  interrupt(): void
  /** Sums up the conversation and goes on with the summary; false where that did not work. */
  compact(instructions?: string): AsyncGenerator<Message, boolean, undefined>
  /**
   * Takes a prompt while a turn runs: the model hears of it between two rounds of calls, or it becomes the next prompt
   * of the same `submit`. Resolves when it is safe.
   */
  queue(prompt: string | readonly ContentBlock[]): Promise<UUID>
  queued(): readonly QueuedPrompt[]
  /** Gives back what still waits, for instance after an interruption. */
  cancelQueued(): Promise<readonly QueuedPrompt[]>
  /** Stores a command that ran here, such as `/cost` or `!ls`, so that the model can read it on its next turn. */
  recordLocalCommand(input: string, output: string): Promise<readonly Message[]>
  /** Says, to a person who comes back, what happened since their last prompt; null where nothing did. */
  summarizeAway(): Promise<SystemAwaySummaryMessage | null>
  /** Names the session by a small model and records the name; null where it finds none. */
  generateTitle(): Promise<string | null>
  setModel(model: string): void
  setPermissionMode(mode: PermissionMode): void
  messages(): readonly Message[]
  /** Ends what still runs in the background and makes everything durable. */
  close(): Promise<void>
}

export type SubmitOptions = {
  /** Messages that belong before the prompt: attachments, references. */
  readonly before?: readonly Message[]
  readonly uuid?: string
  /** Hears of each turn as it ends; there are several where prompts were queued. */
  readonly onTurn?: (result: TurnResult) => void
}

/** Opens a session. It goes on from `options.messages` where there are any. */
export function createQueryEngine(options: QueryEngineOptions): QueryEngine {
  const state = createSessionState(options)
  const session = { options, state }
  const closing = new AbortController()
  const { provider, smallModel } = options
  const small = { provider, ...(smallModel !== undefined && { model: smallModel }) }
  return {
    async *submit(prompt, submitOptions = {}) {
      const { signal } = state.beginTurn()
      try {
        return yield* submitPrompts({ options, state, prompt, signal, ...submitOptions })
      } finally {
        state.endTurn()
      }
    },
    interrupt: () => state.interrupt(),
    queue: prompt => state.inbox.prompts.add(prompt),
    queued: () => state.inbox.prompts.list(),
    cancelQueued: () => state.inbox.prompts.cancel(),
    recordLocalCommand: (input, output) => tellLater(session, createLocalCommandMessages(input, output)),
    async summarizeAway() {
      const message = await summarizeAway(small, state.conversation.messages(), closing.signal)
      if (message) await tellLater(session, [message])
      return message
    },
    async generateTitle() {
      const messages = state.conversation.messages()
      const entry = await generateTitle(small, { messages, signal: closing.signal })
      if (entry) await options.recordEntry?.(entry)
      return entry?.aiTitle ?? null
    },
    async *compact(instructions) {
      const { signal } = state.beginTurn()
      try {
        const context = createQueryContext({ options, state, signal, agents: null })
        return yield* context.compactor.compact('manual', signal, instructions)
      } finally {
        state.endTurn()
      }
    },
    setModel: model => state.setModel(model),
    setPermissionMode: mode => state.services.mode.set(mode),
    messages: () => state.conversation.messages(),
    async close() {
      state.interrupt()
      closing.abort()
      await state.life.end()
      await state.services.shells?.close()
      await options.recorder.flush()
    },
  }
}
