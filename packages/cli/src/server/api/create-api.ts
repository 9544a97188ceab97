import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Pass } from '../guard/pass.ts'
import type { LogSearch } from '../search/search-logs.ts'
import type { SessionFeed } from '../sessions/session-feed.ts'
import type { OpenStreams } from '../stream/open-streams.ts'
import { createAnswers, refuse } from './answers.ts'
import { addLogRoutes } from './log-routes.ts'
import { addLogin } from './login.ts'
import { addSearchRoute } from './search-route.ts'
import { addSessionRoutes } from './session-routes.ts'

export type ApiOptions = {
  readonly roots: readonly string[]
  readonly pass: Pass
  readonly cookieName: () => string
  readonly streams: OpenStreams
  readonly feed: SessionFeed
  readonly search: LogSearch
}

/** What the page asks for, below `/api`. Everything but the login needs the cookie, or the token as a bearer. */
export function createApi({ roots, pass, cookieName, streams, feed, search }: ApiOptions): Hono {
  const api = new Hono()
  const answers = createAnswers(streams)
  addLogin(api, { pass, cookieName })
  api.use(async (context, next) => {
    const bearer = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1]
    const isKnown = pass.isToken(bearer) || pass.isCookie(getCookie(context, cookieName()))
    return isKnown ? next() : refuse(context, 401)
  })
  addSessionRoutes(api, { roots, feed, answers, onListed: search.freshen })
  addLogRoutes(api, { roots, answers })
  addSearchRoute(api, { search, answers })
  api.all('*', context => refuse(context, 404))
  return api
}
