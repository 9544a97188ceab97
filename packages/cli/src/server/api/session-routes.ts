import type { SessionChange } from '@antiphon/web/backend'
import type { Hono } from 'hono'
import { safeJson } from '../../terminal/safe-json.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import type { SessionFeed } from '../sessions/session-feed.ts'
import { formatEvent } from '../stream/format-event.ts'
import type { Answers } from './answers.ts'

export type SessionRoutesOptions = {
  readonly roots: readonly string[]
  readonly feed: SessionFeed
  readonly answers: Answers
  readonly onListed: () => void
}

/** `GET /sessions`, a `SessionRow` a line; `GET /changes`, a `SessionChange` an event. */
export function addSessionRoutes(api: Hono, { roots, feed, answers, onListed }: SessionRoutesOptions): void {
  api.get('/sessions', context =>
    answers.lines(context, async function* (signal) {
      yield* listSessions(roots, signal)
      onListed()
    }),
  )

  api.get('/changes', async context => {
    const heard = new AbortController()
    // Whoever gets the answer misses nothing from there on.
    const changes = await feed.listen(heard.signal)
    const answer = answers.events(context, signal => {
      signal.addEventListener('abort', () => heard.abort(), { once: true })
      if (signal.aborted) heard.abort()
      return toEvents(changes)
    })
    if (!answer.ok) heard.abort()
    return answer
  })
}

async function* toEvents(
  changes: AsyncGenerator<SessionChange, void, undefined>,
): AsyncGenerator<string, void, undefined> {
  for await (const change of changes) yield formatEvent({ data: safeJson(change) })
}
