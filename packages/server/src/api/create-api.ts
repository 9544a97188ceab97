import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Caller } from '../access/caller.ts'
import type { Doorkeeper } from '../access/doorkeeper.ts'
import type { Gate } from '../access/gate.ts'
import type { OpenStreams } from '../body/open-streams.ts'
import type { ChatService } from '../chat/chat-service.ts'
import { isRefusal, refuse } from '../guard/refusal.ts'
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
    readonly about: Omit<About, 'you'>
    readonly door: Doorkeeper
    readonly gate: Gate
    readonly cookieName: () => string
    readonly streams: OpenStreams
    readonly chats: ChatService
  }

/** What the page asks for, below `/api`. Everything but the login needs somebody who is known. */
export function createApi(options: ApiOptions): Hono {
  const { about, door, gate, cookieName, streams, chats } = options
  const api = new Hono()
  const callers = new WeakMap<Request, Caller>()
  const callerOf = ({ req }: Context): Caller | null => callers.get(req.raw) ?? null
  const answers = createAnswers(api, { streams, gate, callerOf })
  // A cookie for a token, which scripts cannot read and other sites cannot send.
  answers.value('login', async ({ token }, { context }) => {
    const cookie = await door.login(token, incomingOf(context))
    if (isRefusal(cookie)) return cookie
    const secure = context.req.header('origin')?.startsWith('https:') === true
    setCookie(context, cookieName(), cookie, { path: '/api', httpOnly: true, sameSite: 'Strict', secure })
    return undefined
  })
  api.use(async (context, next) => {
    const bearer = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1]
    const cookie = getCookie(context, cookieName())
    const caller = await door.identify(incomingOf(context), { bearer, cookie })
    if (isRefusal(caller)) return respondRefusal(context, caller)
    callers.set(context.req.raw, caller)
    return next()
  })
  answers.value('about', (_, { caller: { name, role, reach } }) => ({
    ...about,
    you: { name, role, isLimited: reach.projects !== null },
  }))
  addLogRoutes(answers, options)
  addOrganiseRoutes(answers, options)
  addReportRoutes(answers, options)
  addShareRoutes(answers, options)
  addChatRoutes(answers, chats)
  api.all('*', context => respondRefusal(context, refuse(404)))
  return api
}

function incomingOf({ env }: Context): HttpBindings['incoming'] {
  const { incoming }: HttpBindings = env // the adapter's
  return incoming
}
