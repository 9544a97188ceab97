import type { Context, Hono } from 'hono'
import { safeJson } from '../../terminal/safe-json.ts'
import { type FoundLog, findLog } from '../logs/find-log.ts'
import { encodeLogId } from '../logs/log-id.ts'
import { computeModelView, type WholeModelView } from '../model-view/compute-model-view.ts'
import { findPlace } from '../model-view/find-place.ts'
import { formatModelView } from '../model-view/format-model-view.ts'
import { readContext } from '../model-view/read-context.ts'
import { answerJson, refuse } from './answers.ts'
import { readPosition } from './read-position.ts'

export type ModelRoutesOptions = { readonly roots: readonly string[] }

/**
 * `GET /model?session&seq|uuid&before`, a `ModelView` of the request at that place; `GET /model/request?session&seq|uuid`,
 * the request itself, whole. With `agentId` both are about a subagent of the session.
 */
export function addModelRoutes(api: Hono, { roots }: ModelRoutesOptions): void {
  api.get('/model', context => {
    const before = readPosition(context.req.query('before'))
    if (before === null) return refuse(context, 400, NO_POSITION)
    return withView(context, (view, log) =>
      answerJson(context, formatModelView(view, { log: encodeLogId(log), before })),
    )
  })

  api.get('/model/request', context =>
    withView(context, ({ request }) => {
      const json = safeJson(request)
      return json.length <= MAX_UNITS ? answerJson(context, json) : refuse(context, 422, TOO_LARGE)
    }),
  )

  async function withView(
    context: Context,
    answer: (view: WholeModelView, log: FoundLog) => Response,
  ): Promise<Response> {
    const { session = '', agentId, uuid } = context.req.query()
    const seq = readPosition(context.req.query('seq'))
    if (seq === null) return refuse(context, 400, NO_POSITION)
    const log = await findLog({ id: session, agentId }, roots)
    if (!log) return refuse(context, 404, 'There is no such session.')
    const { signal } = context.req.raw
    const place = await findPlace(log, { seq, uuid }, signal)
    if (!place) return refuse(context, 404, 'No message begins there.')
    return answer(computeModelView(await readContext(log, place, signal)), log)
  }
}

const NO_POSITION = 'A position is a whole number.'
const MAX_UNITS = 32 * 1024 * 1024
const TOO_LARGE = 'The request is too large for a page. `antiphon api` prints it in a terminal.'
