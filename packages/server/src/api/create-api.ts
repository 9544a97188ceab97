import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { OpenStreams } from '../body/open-streams.ts'
import type { ChatService } from '../chat/chat-service.ts'
import type { AuthTokens } from '../guard/auth-tokens.ts'
import { refuse } from '../guard/refusal.ts'
import type { OrganiseOptions } from '../organise/organise-sessions.ts'
import type { About } from '../protocol/about-protocol.ts'
import { createAnswers, respondRefusal } from './answers.ts'
import { addChatRoutes } from './chat-routes.ts'
import { addLogRoutes, type LogRoutesOptions } from './log-routes.ts'
import { addOrganiseRoutes } from './organise-routes.ts'
import { addReportRoutes, type ReportRoutesOptions } from './report-routes.ts'
import { addShareRoutes } from './share-routes.ts'

export type ApiOptions = LogRoutesOptions &
  ReportRoutesOptions &
  OrganiseOptions & {
    readonly about: About
    /** Whether nothing may be changed and no agent run. */
    readonly isReadOnly: boolean
    readonly auth: AuthTokens
    readonly cookieName: () => string
    readonly streams: OpenStreams
    readonly chats: ChatService
  }

/** What the page asks for, below `/api`. Everything but the login needs the cookie, or the token as a bearer. */
export function createApi(options: ApiOptions): Hono {
  const { about, isReadOnly, auth, cookieName, streams, chats } = options
  const api = new Hono()
  const answers = createAnswers(api, streams)
  // A cookie for the token of the link, which scripts cannot read and other sites cannot send.
  answers.value('login', ({ token }, { context }) => {
    if (!auth.redeem(token)) return refuse(401)
    setCookie(context, cookieName(), auth.cookie, { path: '/api', httpOnly: true, sameSite: 'Strict' })
    return undefined
  })
  api.use(async (context, next) => {
    const bearer = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1]
    const isKnown = auth.isToken(bearer) || auth.isCookie(getCookie(context, cookieName()))
    return isKnown ? next() : respondRefusal(context, refuse(401))
  })
  if (isReadOnly) {
    // Whatever would do something and is asked from here on: run an agent, mend a file. Reading goes on.
    answers.value('chat/offer', () => ({ cwd: null, problem: 'read-only', mayBeHeld: false }))
    // To list them starts programs, which are asked for their version.
    answers.value('chat/agents', () => [])
    api.post('*', context => respondRefusal(context, refuse(422, READS_ONLY)))
  }
  answers.value('about', () => about)
  addLogRoutes(answers, options)
  addOrganiseRoutes(answers, options)
  addReportRoutes(answers, options)
  addShareRoutes(answers, options)
  addChatRoutes(answers, chats)
  api.all('*', context => respondRefusal(context, refuse(404)))
  return api
}

const READS_ONLY =
  'This window only reads, since it was opened for others. Whoever started it can say --allow-changes.'
