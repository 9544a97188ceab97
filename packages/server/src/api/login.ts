import { setCookie } from 'hono/cookie'
import type { Pass } from '../guard/pass.ts'
import { refuse } from '../guard/refusal.ts'
import type { Answers } from './answers.ts'

export type LoginOptions = { readonly pass: Pass; readonly cookieName: () => string }

/** A cookie for the token of the link, which scripts cannot read and other sites cannot send. */
export function addLogin(answers: Answers, { pass, cookieName }: LoginOptions): void {
  answers.value('login', ({ token }, { context }) => {
    if (!pass.redeem(token)) return refuse(401)
    setCookie(context, cookieName(), pass.cookie, { path: '/api', httpOnly: true, sameSite: 'Strict' })
    return { value: undefined }
  })
}
