import { isLoopbackHost } from './loopback-host.ts'

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

type LoginFetchOptions = {
  /** The MCP server's address. */
  readonly server: URL
  /** What its configuration sends to it; nobody else gets that. */
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/**
 * The fetch of everything that a login asks for: bounded in time and size, and encrypted, since codes and tokens go this
 * way; only this machine and the server itself, as it was configured, may be asked otherwise.
 */
export function createLoginFetch({ server, headers, signal }: LoginFetchOptions): Fetch {
  return async (url, init) => {
    const place = new URL(url)
    const isServer = place.origin === server.origin
    if (place.protocol !== 'https:' && !isServer && !isLoopbackHost(place.hostname))
      throw new Error(`${place.origin} is not encrypted; nobody logs in there`)
    const limit = AbortSignal.any([
      signal,
      AbortSignal.timeout(LIMIT_MS),
      ...(init?.signal ? [init.signal] : []),
    ])
    const all = new Headers(init?.headers)
    if (isServer) for (const [name, value] of Object.entries(headers)) all.set(name, value)
    const response = await fetch(place, { ...init, headers: all, signal: limit })
    const answer = new Response(NO_BODY.has(response.status) ? null : await readBounded(response), response)
    // Whoever follows redirects needs to know where it stands.
    Object.defineProperty(answer, 'url', { value: response.url })
    return answer
  }
}

const LIMIT_MS = 30_000
/** The largest metadata that were ever seen have some kilobytes. */
const MAX_BYTES = 1_000_000
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304])

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error(`an answer about the login is longer than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
