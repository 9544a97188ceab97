import type { Context, Hono } from 'hono'
import { readPlanWish } from '../../request/read-plan-wish.ts'
import type { Workers } from '../workers/workers.ts'
import type { ModelQuestion } from '../workers/works.ts'
import { answerJson, refuse } from './answers.ts'
import { NO_POSITION, readPosition } from './read-position.ts'
import { refuseLog } from './refuse-log.ts'
import { withLog } from './with-log.ts'

export type ModelRoutesOptions = { readonly roots: readonly string[]; readonly workers: Workers }

/**
 * `GET /model?session&seq|uuid&before`, a `ModelView` of the request at that place; `GET /model/request?session&seq|uuid`,
 * the request itself, whole; both with `without` and `order`, names of steps, for a request that is only tried.
 * `GET /model/trace?session&tool`, the `ToolTrace` of a call. With `agentId` all are about a subagent of the session.
 */
export function addModelRoutes(api: Hono, { roots, workers }: ModelRoutesOptions): void {
  api.get('/model', context => {
    const { signal } = context.req.raw
    return withPlace(context, async question => {
      const view = await workers.run('modelView', question, { signal })
      return view === null ? refuse(context, 404, NO_MESSAGE) : answerJson(context, view)
    })
  })

  api.get('/model/request', context => {
    const { signal } = context.req.raw
    return withPlace(context, async question => {
      const request = await workers.run('modelRequest', question, { signal })
      if (request === null) return refuse(context, 404, NO_MESSAGE)
      return request.length <= MAX_UNITS ? answerJson(context, request) : refuse(context, 422, TOO_LARGE)
    })
  })

  api.get('/model/trace', context => {
    const { signal } = context.req.raw
    const { tool = '' } = context.req.query()
    return withLog(context, { roots }, async log => {
      const refusal = await refuseLog(log.path)
      if (refusal !== null) return refuse(context, 422, refusal)
      const trace = await workers.run('trace', { log, tool }, { signal })
      return trace === null ? refuse(context, 404, NO_CALL) : answerJson(context, trace)
    })
  })

  async function withPlace(
    context: Context,
    answer: (question: ModelQuestion) => Promise<Response>,
  ): Promise<Response> {
    const seq = readPosition(context.req.query('seq'))
    const before = readPosition(context.req.query('before'))
    if (seq === null || before === null) return refuse(context, 400, NO_POSITION)
    const wish = readPlanWish({ without: readNames('without'), order: readNames('order') })
    if (wish && 'reason' in wish) return refuse(context, 400, wish.reason)
    const place = { seq, uuid: context.req.query('uuid') }
    return withLog(context, { roots }, log => answer({ log, place, before, wish }))

    function readNames(name: string): readonly string[] {
      return (context.req.query(name) ?? '').split(',').filter(one => one !== '')
    }
  }
}

const NO_CALL = 'This log knows no such call.'
const NO_MESSAGE = 'No message begins there.'
const MAX_UNITS = 32 * 1024 * 1024
const TOO_LARGE = 'The request is too large for a page. `antiphon api` prints it in a terminal.'
