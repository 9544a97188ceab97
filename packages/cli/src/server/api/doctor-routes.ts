import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { safeJson } from '../../terminal/safe-json.ts'
import { examineLogs } from '../doctor/examine-logs.ts'
import type { Workers } from '../workers/workers.ts'
import { type Answers, answerJson, refuse } from './answers.ts'
import { readBody } from './read-body.ts'
import { withLog } from './with-log.ts'

export type DoctorRoutesOptions = {
  readonly roots: readonly string[]
  readonly answers: Answers
  readonly workers: Workers
}

/**
 * `GET /doctor`, a `DoctorNews` a line; `GET /doctor/session?session`, a `SessionReport`; `POST /doctor/mend` with
 * `{session, fingerprint}`, a `MendOutcome`. With `agentId` the last two are about a subagent of the session.
 */
export function addDoctorRoutes(api: Hono, { roots, answers, workers }: DoctorRoutesOptions): void {
  api.get('/doctor', context => answers.lines(context, signal => examineLogs(roots, { workers, signal })))

  api.get('/doctor/session', context =>
    withLog(context, { roots }, async log =>
      answerJson(context, await workers.run('report', log, { signal: context.req.raw.signal })),
    ),
  )

  const limit = bodyLimit({
    maxSize: MAX_BYTES,
    onError: context => refuse(context, 413, 'That is too long.'),
  })
  api.post('/doctor/mend', limit, async context => {
    const question = toQuestion(await readBody(context))
    if (!question) return refuse(context, 400, 'Name a session and the fingerprint of its report, as JSON.')
    return withLog(context, { roots, question }, async ({ path }) => {
      // Nobody who leaves stops it halfway.
      const signal = new AbortController().signal
      const { fingerprint } = question
      const outcome = await workers.run('mend', { path, fingerprint }, { signal })
      if (outcome.status === 'refused') return refuse(context, 409, outcome.words)
      return answerJson(context, safeJson(outcome))
    })
  })
}

const MAX_BYTES = 16_384

type Question = {
  readonly id: string
  readonly agentId: string | undefined
  readonly fingerprint: string
}

function toQuestion(body: Readonly<Record<string, unknown>> | null): Question | null {
  const { session, agentId, fingerprint } = body ?? {}
  if (typeof session !== 'string' || typeof fingerprint !== 'string') return null
  if (agentId !== undefined && typeof agentId !== 'string') return null
  return { id: session, agentId, fingerprint }
}
