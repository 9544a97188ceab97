/** A form of secret that is known by its look alone. */
export type TokenKind = {
  readonly kind: string
  /** One of these stands in every text that holds such a secret; without them nothing is searched. */
  readonly hints: readonly string[]
  /** Global; all that it matches is the secret, its surroundings are looked at only. */
  readonly pattern: RegExp
}

/** A token begins where no word goes on, and ends there. */
export const BEGIN = '(?<![A-Za-z0-9_-])'
export const STOP = '(?![A-Za-z0-9_-])'

/** Documentation is full of `sk-ant-your-key`: what was drawn at random has a digit. The bound keeps it linear. */
export const DRAWN = '(?=[A-Za-z_.~+/=$-]{0,80}[0-9])'

export const UUID_FORM = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** A kind with patterns of its own. */
export function token(kind: string, hints: readonly string[], sources: readonly string[]): TokenKind {
  return { kind, hints, pattern: new RegExp(sources.map(source => `(?:${source})`).join('|'), 'g') }
}

/** A kind of which the prefix says all: its hints are the prefixes, and what follows was drawn. */
export function prefixed(kind: string, prefixes: string, body: string): TokenKind {
  const hints = prefixes.split(' ')
  const escaped = hints.map(hint => hint.replace(/[.$/]/g, '\\$&'))
  return token(kind, hints, [`${BEGIN}(?:${escaped.join('|')})${DRAWN}${body}`])
}
