import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Who may ask: whoever has the token of the link, or the cookie that it was exchanged for. */
export interface AuthTokens {
  readonly token: string
  isToken(text: string | undefined): boolean
  isCookie(text: string | undefined): boolean
  /** Another token that can be exchanged once: for where others may read along, as they read the arguments of programs. */
  invite(): string
  /** True for the token, and once for each invitation. */
  redeem(text: string): boolean
  /** Its value ends with the server, even where the token was chosen to last. */
  readonly cookie: string
}

export function createAuthTokens(token: string = randomBytes(24).toString('base64url')): AuthTokens {
  const cookie = randomBytes(32).toString('base64url')
  const invitations = new Set<string>()
  const isToken = (text: string | undefined): boolean => text !== undefined && isSame(text, token)
  return {
    token,
    cookie,
    isToken,
    isCookie: text => text !== undefined && isSame(text, cookie),
    invite() {
      const invitation = randomBytes(24).toString('base64url')
      invitations.add(invitation)
      return invitation
    },
    redeem(text) {
      const found = [...invitations].find(one => isSame(text, one))
      return found === undefined ? isToken(text) : invitations.delete(found)
    },
  }
}

/** Takes as long whatever the text is. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
