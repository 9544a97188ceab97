import type { Dispatch } from 'react'
import type { Client } from '../client/client.ts'
import { readFailure, readFailureWords } from '../client/failure.ts'
import type { SessionAction, SessionState } from './session-state.ts'

/** What the parts of an open session share. */
export type SessionParts = {
  readonly client: Client
  readonly session: string
  readonly state: SessionState
  readonly dispatch: Dispatch<SessionAction>
}

/** Asks, and tells what came of it; nothing once the signal ended. */
export async function ask(
  dispatch: Dispatch<SessionAction>,
  signal: AbortSignal,
  question: () => Promise<SessionAction>,
): Promise<void> {
  try {
    const action = await question()
    if (!signal.aborted) dispatch(action)
  } catch (error) {
    if (!signal.aborted)
      dispatch({ kind: 'failed', failure: readFailure(error), words: readFailureWords(error) })
  }
}
