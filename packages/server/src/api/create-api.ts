import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { OpenStreams } from '../body/open-streams.ts'
import type { ChatService } from '../chat/chat-service.ts'
import type { Pass } from '../guard/pass.ts'
import { refuse } from '../guard/refusal.ts'
import { createLogOutlines } from '../outline/log-outlines.ts'
import type { About } from '../protocol/about-protocol.ts'
import type { LogNumbers } from '../reports/log-numbers.ts'
import type { LogSearch } from '../search/search-logs.ts'
import type { SessionFeed } from '../sessions/session-feed.ts'
import type { Workers } from '../workers/workers.ts'
import { addAboutRoute } from './about-route.ts'
import { createAnswers } from './answers.ts'
import { addChatRoutes } from './chat-routes.ts'
import { addDoctorRoutes } from './doctor-routes.ts'
import { addLogRoutes } from './log-routes.ts'
import { addLogin } from './login.ts'
import { addModelRoutes } from './model-routes.ts'
import { addNumbersRoutes } from './numbers-routes.ts'
import { addOutlineRoutes } from './outline-routes.ts'
import { refuseChanges } from './refuse-changes.ts'
import { respondRefusal } from './respond.ts'
import { addSearchRoute } from './search-route.ts'
import { addSessionRoutes } from './session-routes.ts'

export type ApiOptions = {
  readonly about: About
  /** Whether nothing may be changed and no agent run. */
  readonly isReadOnly: boolean
  readonly roots: readonly string[]
  readonly pass: Pass
  readonly cookieName: () => string
  readonly streams: OpenStreams
  readonly feed: SessionFeed
  readonly search: LogSearch
  readonly numbers: LogNumbers
  readonly chats: ChatService
  readonly workers: Workers
}

/** What the page asks for, below `/api`. Everything but the login needs the cookie, or the token as a bearer. */
export function createApi({
  about,
  isReadOnly,
  roots,
  pass,
  cookieName,
  streams,
  feed,
  search,
  numbers,
  chats,
  workers,
}: ApiOptions): Hono {
  const api = new Hono()
  const answers = createAnswers(api, streams)
  addLogin(answers, { pass, cookieName })
  api.use(async (context, next) => {
    const bearer = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1]
    const isKnown = pass.isToken(bearer) || pass.isCookie(getCookie(context, cookieName()))
    return isKnown ? next() : respondRefusal(context, refuse(401))
  })
  if (isReadOnly) refuseChanges(api, answers)
  addAboutRoute(answers, about)
  addSessionRoutes(answers, { roots, feed, onListed: search.freshen })
  addLogRoutes(answers, roots)
  addOutlineRoutes(answers, { roots, outlines: createLogOutlines() })
  addDoctorRoutes(answers, { roots, workers })
  addModelRoutes(answers, { roots, workers })
  addSearchRoute(answers, { roots, search })
  addNumbersRoutes(answers, { roots, numbers })
  addChatRoutes(answers, chats)
  api.all('*', context => respondRefusal(context, refuse(404)))
  return api
}
