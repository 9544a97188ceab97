import type { AnyMessage, UUID } from '@antiphon/core'

/** Where a session is stored, as far as the engine knows; the recorder of `@antiphon/transcript` is one. */
export interface SessionRecorder {
  /** Stores what is new of a conversation, or of a subagent's; `after` is where its first message hangs. */
  record(recording: {
    readonly messages: readonly AnyMessage[]
    readonly after?: UUID | undefined
    readonly agentId?: string
  }): Promise<UUID | null>
  /** Resolves when everything is durable. */
  flush(): Promise<void>
}

/** For sessions that shall leave no trace. */
export const NO_RECORDER: SessionRecorder = { record: async () => null, flush: async () => {} }
