import { refuse } from '../guard/refusal.ts'
import { examineLogs } from '../reports/examine-logs.ts'
import type { Workers } from '../workers/workers.ts'
import type { Answers } from './answers.ts'
import { withLog } from './with-log.ts'

export type DoctorRoutesOptions = { readonly roots: readonly string[]; readonly workers: Workers }

/** What is wrong with all logs or with one, and its repair. */
export function addDoctorRoutes(answers: Answers, { roots, workers }: DoctorRoutesOptions): void {
  answers.lines('doctor', (_, { signal }) => examineLogs(roots, { workers, signal }))

  answers.value('doctor/session', (question, { signal }) =>
    withLog(question, roots, async log => ({ json: await workers.run('report', log, { signal }) })),
  )

  answers.value('doctor/mend', question =>
    withLog(question, roots, async ({ path }) => {
      // Nobody who leaves stops it halfway.
      const { signal } = new AbortController()
      const { fingerprint } = question
      const outcome = await workers.run('mend', { path, fingerprint }, { signal })
      return outcome.status === 'refused' ? refuse(409, outcome.words) : { value: outcome }
    }),
  )
}
