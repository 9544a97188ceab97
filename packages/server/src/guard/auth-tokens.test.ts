import { describe, expect, it } from 'vitest'
import { createAuthTokens } from './auth-tokens.ts'

describe('auth tokens', () => {
  it('are taken again and again, an invitation once', () => {
    const auth = createAuthTokens()
    const [one, other] = [auth.invite(), auth.invite()]
    expect([one, one, other, auth.token, auth.token].map(auth.redeem)).toEqual([
      true,
      false,
      true,
      true,
      true,
    ])
    expect(['', 'x', auth.cookie].some(auth.redeem)).toBe(false)
  })

  it('are none while they are invitations that nobody exchanged', () => {
    const auth = createAuthTokens()
    const invitation = auth.invite()
    expect(auth.isToken(invitation) || auth.isCookie(invitation)).toBe(false)
  })
})
