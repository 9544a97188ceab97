import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { respondRefusal } from './api/answers.ts'
import { type ApiOptions, createApi } from './api/create-api.ts'
import { describeFailure } from './api/describe-failure.ts'
import type { RecallRoute } from './api/recall-route.ts'
import { answerAsset } from './assets/answer-asset.ts'
import { refuseRequest } from './guard/refuse-request.ts'
import { API_HEADERS, SECURITY_HEADERS } from './guard/security-headers.ts'
import { listAddresses } from './protocol/routes.ts'

export type AppOptions = ApiOptions & {
  /** The values of `Host` that are ours. */
  readonly hosts: () => readonly string[]
  /** Those of them before which a proxy may speak TLS. */
  readonly secureHosts: readonly string[]
  /** The folder of the built page. */
  readonly assets: string
  readonly recall: RecallRoute
}

/** All that the server answers: refusals first, then `/api`, then the page. */
export function createApp({
  hosts,
  secureHosts,
  assets,
  recall,
  ...options
}: AppOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value)
    const refusal = refuseRequest(context.env.incoming, {
      hosts: hosts(),
      secureHosts,
      isApi: isApiPath(context.req.path),
      isRecall: context.req.path === RECALL_PATH,
      isEventStream: EVENT_STREAMS.has(context.req.path),
    })
    if (refusal) return respondRefusal(context, refusal)
    return next()
  })
  app.route('/api', createApi(options))
  app.all(RECALL_PATH, context => recall.answer(context))
  app.get('*', context => answerAsset(context, assets))
  app.notFound(context => context.json({ error: 'There is nothing of that name.' }, 404))
  app.onError((error, context) => context.json({ error: describeFailure(error) }, 500, API_HEADERS))
  return app
}

/** Where agents ask about past sessions. */
export const RECALL_PATH = '/mcp'

const EVENT_STREAMS = listAddresses({ kind: 'events' })

function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}
