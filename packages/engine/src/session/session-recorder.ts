import type { AnyMessage, UUID } from '@antiphon/core'

/** Where a session is stored, as far as the engine knows; the recorder of `@antiphon/transcript` is one. */
export interface SessionRecorder {
  recordTranscript(
    messages: readonly AnyMessage[],
    teamInfo?: undefined,
    startingParentUuidHint?: UUID,
  ): Promise<UUID | null>
  recordSidechain(sidechain: {
    readonly agentId: string
    readonly messages: readonly AnyMessage[]
  }): Promise<UUID | null>
  /** Resolves when everything is durable. */
  flush(): Promise<void>
}

/** For sessions that shall leave no trace. */
export const NO_RECORDER: SessionRecorder = {
  recordTranscript: async () => null,
  recordSidechain: async () => null,
  flush: async () => {},
}
