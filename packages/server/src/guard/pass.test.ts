import { describe, expect, it } from 'vitest'
import { createPass } from './pass.ts'

describe('a pass', () => {
  it('is had for the token again and again, for an invitation once', () => {
    const pass = createPass()
    const [one, other] = [pass.invite(), pass.invite()]
    expect([one, one, other, pass.token, pass.token].map(pass.redeem)).toEqual([
      true,
      false,
      true,
      true,
      true,
    ])
    expect(['', 'x', pass.cookie].some(pass.redeem)).toBe(false)
  })

  it('is not had for an invitation that nobody exchanged', () => {
    const pass = createPass()
    const invitation = pass.invite()
    expect(pass.isToken(invitation) || pass.isCookie(invitation)).toBe(false)
  })
})
