import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Who may ask: whoever has the token of the link, or the cookie that it was exchanged for. */
export interface Pass {
  readonly token: string
  isToken(text: string | undefined): boolean
  isCookie(text: string | undefined): boolean
  /** Its value ends with the server, even where the token was chosen to last. */
  readonly cookie: string
}

export function createPass(token: string = randomBytes(24).toString('base64url')): Pass {
  const cookie = randomBytes(32).toString('base64url')
  return {
    token,
    cookie,
    isToken: text => text !== undefined && isSame(text, token),
    isCookie: text => text !== undefined && isSame(text, cookie),
  }
}

/** Takes as long whatever the text is. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
