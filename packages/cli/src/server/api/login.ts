import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { setCookie } from 'hono/cookie'
import type { Pass } from '../guard/pass.ts'
import { API_HEADERS } from '../guard/security-headers.ts'
import { refuse } from './answers.ts'
import { readBody } from './read-body.ts'

export type LoginOptions = { readonly pass: Pass; readonly cookieName: () => string }

/** `POST /login {"token"}`: a cookie for the token of the link, which scripts cannot read and other sites cannot send. */
export function addLogin(api: Hono, { pass, cookieName }: LoginOptions): void {
  const limit = bodyLimit({ maxSize: MAX_BYTES, onError: context => refuse(context, 413) })
  api.post('/login', limit, async context => {
    const token = (await readBody(context))?.token
    if (typeof token !== 'string' || !pass.redeem(token)) return refuse(context, 401)
    setCookie(context, cookieName(), pass.cookie, { path: '/api', httpOnly: true, sameSite: 'Strict' })
    return context.body(null, 204, API_HEADERS)
  })
}

const MAX_BYTES = 4096
