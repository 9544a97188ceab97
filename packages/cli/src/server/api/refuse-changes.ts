import type { Hono } from 'hono'
import { refuse } from './answers.ts'

/** Refuses whatever would do something: run an agent, mend a file. Reading goes on. */
export function refuseChanges(api: Hono): void {
  api.post('/chat/*', context => refuse(context, 422, READS_ONLY))
  api.post('/doctor/mend', context => refuse(context, 422, READS_ONLY))
}

const READS_ONLY =
  'This window only reads, since it was opened for others. Whoever started it can say --allow-changes.'
