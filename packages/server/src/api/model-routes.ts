import { readPlanWish } from '@antiphon/core/inspect'
import { type Refusal, refuse } from '../guard/refusal.ts'
import type { ModelRequest } from '../protocol/model-protocol.ts'
import type { Workers } from '../workers/workers.ts'
import type { ModelQuestion } from '../workers/works.ts'
import type { Answers } from './answers.ts'
import { refuseLog } from './refuse-log.ts'
import { withLog } from './with-log.ts'

export type ModelRoutesOptions = { readonly roots: readonly string[]; readonly workers: Workers }

/** The request at a place of a log, a part of it with what was done for it or whole, and the life of a tool's result. */
export function addModelRoutes(answers: Answers, { roots, workers }: ModelRoutesOptions): void {
  answers.value('model', (question, { signal }) =>
    withPlace(question, async place => {
      const view = await workers.run('modelView', place, { signal })
      return view === null ? refuse(404, NO_MESSAGE) : { json: view }
    }),
  )

  answers.value('model/request', (question, { signal }) =>
    withPlace(question, async place => {
      const request = await workers.run('modelRequest', place, { signal })
      if (request === null) return refuse(404, NO_MESSAGE)
      return request.length <= MAX_UNITS ? { json: request } : refuse(422, TOO_LARGE)
    }),
  )

  answers.value('model/trace', (question, { signal }) =>
    withLog(question, roots, async log => {
      const refusal = await refuseLog(log.path)
      if (refusal) return refusal
      const trace = await workers.run('trace', { log, tool: question.tool }, { signal })
      return trace === null ? refuse(404, 'This log knows no such call.') : { json: trace }
    }),
  )

  function withPlace<Answer>(
    question: ModelRequest,
    answer: (place: ModelQuestion) => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal> | Refusal {
    const { seq, uuid, before, without, order } = question
    const wish = readPlanWish({ without: readNames(without), order: readNames(order) })
    if (wish && 'reason' in wish) return refuse(400, wish.reason)
    return withLog(question, roots, log => answer({ log, place: { seq, uuid }, before, wish }))
  }
}

function readNames(text = ''): readonly string[] {
  return text.split(',').filter(name => name !== '')
}

const NO_MESSAGE = 'No message begins there.'
const MAX_UNITS = 32 * 1024 * 1024
const TOO_LARGE = 'The request is too large for a page. `antiphon api` prints it in a terminal.'
