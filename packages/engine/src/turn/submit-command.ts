import { randomUUID } from 'node:crypto'
import { type CalledLocally, runLocalCommand } from '../commands/run-local-command.ts'
import { appendMessages } from '../query/append-messages.ts'
import type { QueryEvent } from '../query/query-event.ts'
import { createUsageTotals } from '../query/usage-totals.ts'
import type { Session } from '../session/session.ts'
import { createTurn } from '../session/turn.ts'
import { openSession } from './open-session.ts'
import { listCheckpointProblems, type SubmitOptions, type TurnResult } from './turn-result.ts'

/** A turn without the model: the prompt calls something that is answered here. */
export async function* submitCommand(
  session: Session,
  called: CalledLocally,
  { signal, uuid = randomUUID(), origin }: SubmitOptions & { readonly signal: AbortSignal },
): AsyncGenerator<QueryEvent, TurnResult, undefined> {
  const turn = createTurn(session, { signal })
  const start = session.now()
  yield* openSession(turn, 'command')
  const text = yield* runLocalCommand(called, turn, { uuid, origin })
  yield* appendMessages(turn, listCheckpointProblems(session.services))
  await turn.flush()
  return {
    end: signal.aborted ? { reason: 'interrupted' } : { reason: 'completed', stopReason: null },
    text,
    turns: 0,
    durationMs: session.now() - start,
    usage: createUsageTotals().sum(),
    denials: session.denials.take(),
    origin,
  }
}
