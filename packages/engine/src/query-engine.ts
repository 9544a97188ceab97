import type { ContentBlock, Message, PermissionMode } from '@antiphon/core'
import type { QueryEvent } from './query/query-event.ts'
import { createQueryContext } from './session/create-query-context.ts'
import type { QueryEngineOptions } from './session/query-engine-options.ts'
import { createSessionState } from './session/session-state.ts'
import { submitPrompt, type TurnResult } from './session/submit-prompt.ts'

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
}

/** Opens a session. It goes on from `options.messages` where there are any. */
export function createQueryEngine(options: QueryEngineOptions): QueryEngine {
  const state = createSessionState(options)
  return {
    async *submit(prompt, submitOptions = {}) {
      const turn = state.beginTurn()
      try {
        return yield* submitPrompt({ options, state, prompt, signal: turn.signal, ...submitOptions })
      } finally {
        state.endTurn()
      }
    },
    interrupt: () => state.interrupt(),
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
      await state.services.shells?.close()
      await options.recorder.flush()
    },
  }
}
