import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new token for a person: 256 random bits, with a beginning by which programs that look for secrets know it. */
export function createAccessToken(): string {
  return `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
}

/** What is kept of a token. One round is enough: nobody guesses 256 bits, and every request is looked up by it. */
export function hashAccessToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Whether a token is the one that a hash was made of; takes as long whatever it is. */
export function isTokenOf(token: string, hash: string): boolean {
  const [one, other] = [Buffer.from(hashAccessToken(token)), Buffer.from(hash)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const TOKEN_PREFIX = 'antiphon_'
