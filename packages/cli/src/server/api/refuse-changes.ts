import type { Hono } from 'hono'
import { API_HEADERS } from '../guard/security-headers.ts'
import { refuse } from './answers.ts'

/** Refuses whatever would do something: run an agent, mend a file. Reading goes on. */
export function refuseChanges(api: Hono): void {
  api.get('/chat/offer', context => context.json({ cwd: null, problem: 'read-only' }, 200, API_HEADERS))
  api.post('/chat/*', context => refuse(context, 422, READS_ONLY))
  api.post('/doctor/mend', context => refuse(context, 422, READS_ONLY))
}

const READS_ONLY =
  'This window only reads, since it was opened for others. Whoever started it can say --allow-changes.'
