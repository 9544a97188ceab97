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
  const { login = '', hosts = '' } = parts.groups
  const rest = addTls(parts.groups.rest ?? '', env)
  const named = (hosts || env.PGHOST || 'localhost').split(',')
  return named.map(host => {
    const isFolder = host.startsWith('/')
    const place = isFolder ? encodeURIComponent(host) : host
    return { url: `postgresql://${login}${place}${rest}`, name: `${host}${hideSecrets(rest)}` }
  })
}

const URL_PARTS = /^postgres(?:ql)?:\/\/(?<login>[^/?#]*@)?(?<hosts>[^/?#]*)(?<rest>[/?#].*)?$/

const TLS_VARIABLES: Readonly<Record<string, string>> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
}

/** What an address leaves out of TLS comes from the variables, and its modes mean what they mean to libpq. */
function addTls(rest: string, env: Readonly<Record<string, string | undefined>>): string {
  const [path = '', query = ''] = rest.split('?', 2)
  const wishes = new URLSearchParams(query)
  for (const [name, variable] of Object.entries(TLS_VARIABLES)) {
    const value = env[variable]
    if (value && !wishes.has(name)) wishes.set(name, value)
  }
  if (!wishes.has('sslmode')) return rest
  // The client takes them otherwise by itself, and says so at length.
  wishes.set('uselibpqcompat', 'true')
  return `${path}?${wishes}`
}

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
