import { isCompactBoundaryMessage } from '@antiphon/core'
import type { QueryContext } from '../query/query-context.ts'
import type { QueryEngineOptions } from './query-engine-options.ts'
import type { SessionState } from './session-state.ts'

/** The way to the log: who writes a boundary notes at once again what waits, since a resume reads from there. */
export function createRecord(
  { recorder }: Pick<QueryEngineOptions, 'recorder'>,
  { inbox }: Pick<SessionState, 'inbox'>,
): QueryContext['record'] {
  return async (messages, after) => {
    const recorded = recorder.recordTranscript(messages, undefined, after)
    const noted = messages.some(isCompactBoundaryMessage) ? inbox.prompts.noteAgain() : undefined
    await Promise.all([recorded, noted])
  }
}
