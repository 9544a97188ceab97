import { waitAtMost } from '../process/wait-at-most.ts'
import { createDeferred, type Deferred } from '../waiting/deferred.ts'

/** A turn that runs, as seen by who has to end it. */
type OpenTurn = {
  /** How often somebody asked for more of it. */
  readonly pulls: () => number
  /** It has something to tell and nobody asks for it. */
  readonly isHeld: () => boolean
  /** Takes it to its end where nobody else does. */
  readonly finish: () => Promise<unknown>
}

/** Lets one turn run at a time. */
export interface TurnGate {
  isRunning(): boolean
  /** Throws where one runs. */
  begin(turn: OpenTurn): { readonly signal: AbortSignal; readonly end: () => void }
  interrupt(): void
  /** Interrupts the turn and resolves when it has ended, after some seconds at the latest. */
  close(): Promise<void>
}

/** Begins without a turn; hears of the end of each. */
export function createTurnGate(onEnd: () => void): TurnGate {
  let current: Running | null = null

  function end(turn: Running): void {
    if (current !== turn) return
    current = null
    turn.ended.resolve()
    onEnd()
  }

  return {
    isRunning: () => current !== null,
    begin(turn) {
      if (current) throw new Error('A turn is running; wait for its end or interrupt it.')
      const running = { ...turn, controller: new AbortController(), ended: createDeferred() }
      current = running
      return { signal: running.controller.signal, end: () => end(running) }
    },
    interrupt: () => current?.controller.abort(),
    async close() {
      const turn = current
      if (!turn) return
      turn.controller.abort()
      await waitForEnd(turn)
      // A tool or a hook that never comes back must not keep the session open.
      end(turn)
    },
  }
}

type Running = OpenTurn & { readonly controller: AbortController; readonly ended: Deferred }

async function waitForEnd({ ended, isHeld, pulls, finish }: Running): Promise<void> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += PATIENCE_MS) {
    const before = pulls()
    if ((await waitAtMost(ended.promise, PATIENCE_MS)) !== null) return
    if (!isHeld() || pulls() !== before) continue
    const finished = finish().catch(() => undefined)
    await waitAtMost(finished, MAX_WAIT_MS - waited)
    return
  }
}

/** How long a turn may take to end that was told to. */
export const MAX_WAIT_MS = 5_000
/** Who does not ask for so long has gone. */
const PATIENCE_MS = 500
