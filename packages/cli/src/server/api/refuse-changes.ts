import { ROUTE_PATHS, ROUTES } from '@antiphon/web/backend'
import type { Hono } from 'hono'
import type { Answers } from './answers.ts'
import { refuse } from './refusal.ts'
import { respondRefusal } from './respond.ts'

/** Refuses whatever would do something: run an agent, mend a file. Reading goes on. */
export function refuseChanges(api: Hono, answers: Answers): void {
  answers.value('chat/offer', () => ({ value: { cwd: null, problem: 'read-only' } }))
  for (const path of ROUTE_PATHS)
    if (ROUTES[path].method === 'post')
      api.post(`/${path}`, context => respondRefusal(context, refuse(422, READS_ONLY)))
}

const READS_ONLY =
  'This window only reads, since it was opened for others. Whoever started it can say --allow-changes.'
