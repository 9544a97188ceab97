import { TranscriptError } from '@antiphon/transcript'

/** A server that may hold the logs; of several, the one that takes writes does. */
export type ServerAddress = {
  /** For node-postgres: a URL that names this host alone. */
  readonly url: string
  /** Without credentials: for people. */
  readonly name: string
}

/**
 * The servers that a URL names, as libpq reads them: `postgres://user@one,two:5433/team` are two. What the URL leaves
 * out comes from `PGHOST`, `PGPORT` and the rest, and a password from `~/.pgpass`.
 */
export function listServers(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly ServerAddress[] {
  const parts = URL_PARTS.exec(url)
  if (!parts?.groups)
    throw new TranscriptError(
      'io',
      `${hideSecrets(url)} names no store. Write postgres://user@host/database.`,
    )
  const { login = '', hosts = '', rest = '' } = parts.groups
  const named = (hosts || env.PGHOST || 'localhost').split(',')
  return named.map(host => {
    const isFolder = host.startsWith('/')
    const place = isFolder ? encodeURIComponent(host) : host
    return { url: `postgresql://${login}${place}${rest}`, name: `${host}${hideSecrets(rest)}` }
  })
}

const URL_PARTS = /^postgres(?:ql)?:\/\/(?<login>[^/?#]*@)?(?<hosts>[^/?#]*)(?<rest>[/?#].*)?$/

/** True for what names a PostgreSQL, whether or not it is there. */
export function isStoreUrl(text: string): boolean {
  return URL_PARTS.test(text)
}

/** A URL for messages and logs: without the password, wherever it stands. */
export function hideSecrets(url: string): string {
  return url
    .replace(/(:\/\/[^/?#@:]*):[^/?#]*@/, '$1@')
    .replace(/([?&](?:password|sslpassword|sslkey)=)[^&#]*/gi, '$1…')
}
