import { waitAtMost } from '../process/wait-at-most.ts'
import type { Session } from '../session/session.ts'
import { tellLater } from '../session/tell-later.ts'
import { MAX_WAIT_MS } from '../session/turn-gate.ts'
import { runToEnd } from '../waiting/run-to-end.ts'

/**
 * Makes a turn of some work. It runs from its beginning to its end. Who leaves before interrupts it; it goes on to its
 * end without them, so that every call is answered and stored before the next turn begins.
 */
export function asTurn<Arguments extends readonly unknown[], Event, Result>(
  session: Session,
  work: (
    session: Session,
    signal: AbortSignal,
    ...given: Arguments
  ) => AsyncGenerator<Event, Result, undefined>,
): (...given: Arguments) => AsyncGenerator<Event, Result, undefined> {
  const { turns } = session
  return async function* run(...given) {
    let [pulls, isHeld, isOver] = [0, false, false]
    let rest: Promise<Result> | undefined
    const finish = (): Promise<Result> => {
      rest ??= runToEnd(steps)
      return rest
    }
    const { signal, end } = turns.begin({ pulls: () => pulls, isHeld: () => isHeld, finish })
    const steps = work(session, signal, ...given)
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
      if (isOver) end()
      else {
        turns.interrupt()
        await waitAtMost(
          finish().catch(() => undefined),
          MAX_WAIT_MS,
        )
        end()
        // Where it broke down or did not end in time; what cannot be stored is told by the next flush.
        await tellLater(session, session.conversation.missing()).catch(() => undefined)
      }
    }
  }
}
