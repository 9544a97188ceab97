import { waitAtMost } from '../process/wait-at-most.ts'
import type { Session } from '../session/session.ts'
import { tellLater } from '../session/tell-later.ts'
import { MAX_WAIT_MS } from '../session/turn-gate.ts'

export type TurnOptions<Event, Result> = Session & {
  readonly work: (signal: AbortSignal) => AsyncGenerator<Event, Result, undefined>
  /** Interrupts the turn, also before it has begun. */
  readonly interruptedBy?: AbortSignal | undefined
}

/**
 * Lets a turn run from its beginning to its end. Who leaves before interrupts it; it goes on to its end without them,
 * so that every call is answered and stored before the next turn begins.
 */
export async function* runTurn<Event, Result>(
  turn: TurnOptions<Event, Result>,
): AsyncGenerator<Event, Result, undefined> {
  const { state, work, interruptedBy } = turn
  let [pulls, isHeld, isOver] = [0, false, false]
  let rest: Promise<Result> | undefined
  const finish = (): Promise<Result> => {
    rest ??= runToEnd(steps)
    return rest
  }
  const { signal, end } = state.turns.begin({ pulls: () => pulls, isHeld: () => isHeld, finish })
  const stopFollowing = follow(interruptedBy, state.turns.interrupt)
  const steps = work(signal)
  try {
    for (;;) {
      pulls++
      const step = await steps.next()
      if (step.done) {
        isOver = true
        // Where somebody else took the end, the result went there.
        return step.value === undefined && rest ? await rest : step.value
      }
      isHeld = true
      yield step.value
      isHeld = false
    }
  } finally {
    stopFollowing()
    if (isOver) end()
    else {
      state.turns.interrupt()
      await waitAtMost(
        finish().catch(() => undefined),
        MAX_WAIT_MS,
      )
      end()
      await answerOpenCalls(turn)
    }
  }
}

/** Nobody listens any more. */
async function runToEnd<Result>(steps: AsyncGenerator<unknown, Result, undefined>): Promise<Result> {
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value
  }
}

function follow(signal: AbortSignal | undefined, interrupt: () => void): () => void {
  if (signal?.aborted) interrupt()
  signal?.addEventListener('abort', interrupt)
  return () => signal?.removeEventListener('abort', interrupt)
}

/** Where a turn broke down or did not end in time; what cannot be stored is told by the next flush. */
async function answerOpenCalls<Event, Result>(turn: TurnOptions<Event, Result>): Promise<void> {
  await tellLater(turn, turn.state.conversation.missing()).catch(() => undefined)
}
