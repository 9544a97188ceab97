import { toJson } from '../json/json.ts'
import type { SessionChange } from '../protocol/log-protocol.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import type { SessionFeed } from '../sessions/session-feed.ts'
import type { Answers, SentEvent } from './answers.ts'

export type SessionRoutesOptions = {
  readonly roots: readonly string[]
  readonly feed: SessionFeed
  readonly onListed: () => void
}

/** The list of sessions, and what happens to them. */
export function addSessionRoutes(answers: Answers, { roots, feed, onListed }: SessionRoutesOptions): void {
  answers.lines('sessions', async function* (_, { signal }) {
    yield* listSessions(roots, signal)
    onListed()
  })

  // Whoever gets the answer misses nothing from there on.
  answers.events('changes', async (_, { signal }) => toEvents(await feed.listen(signal)))
}

async function* toEvents(
  changes: AsyncGenerator<SessionChange, void, undefined>,
): AsyncGenerator<SentEvent<SessionChange>, void, undefined> {
  for await (const change of changes) yield { data: toJson(change) }
}
