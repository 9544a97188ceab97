import { type Failure, readFailure } from '../client/failure.ts'
import { pause } from './pause.ts'

export type RunUntilAborted = {
  /** Runs until it ends or fails, and is then run again. */
  readonly run: () => Promise<void>
  readonly onFailure: (failure: Failure) => void
  readonly signal: AbortSignal
}

/** Runs something again and again until the signal, slower while it fails; stops where trying again cannot help. */
export async function runUntilAborted({ run, onFailure, signal }: RunUntilAborted): Promise<void> {
  let wait = FIRST_WAIT_MS
  while (!signal.aborted) {
    const began = Date.now()
    let failure: Failure = 'unreachable'
    try {
      await run()
    } catch (error) {
      failure = readFailure(error)
    }
    if (signal.aborted) return
    onFailure(failure)
    if (failure === 'unauthorized' || failure === 'missing' || failure === 'outdated') return
    // What held for a while was no failure of the kind that comes back at once.
    wait = Date.now() - began > STEADY_MS ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS)
    await pause(wait, signal)
  }
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5000
const STEADY_MS = 10_000
