import type { Hono } from 'hono'
import { refuse } from '../guard/refusal.ts'
import type { Answers } from './answers.ts'
import { respondRefusal } from './respond.ts'

/** Refuses whatever would do something and is asked from here on: run an agent, mend a file. Reading goes on. */
export function refuseChanges(api: Hono, answers: Answers): void {
  answers.value('chat/offer', () => ({ value: { cwd: null, problem: 'read-only' } }))
  api.post('*', context => respondRefusal(context, refuse(422, READS_ONLY)))
}

const READS_ONLY =
  'This window only reads, since it was opened for others. Whoever started it can say --allow-changes.'
