import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** A door that shows a token for those who cannot, such as judges of protocols. */
export interface TokenDoor {
  /** What stands in the place of the server's own address. */
  readonly origin: string
  close(): void
}

/** Passes requests on as they are, with a token; only its own name becomes the server's, so that others stay foreign. */
export async function openTokenDoor(port: number, token: string): Promise<TokenDoor> {
  const server = createServer((incoming, outgoing) => {
    const rename = (text: string | undefined): string | undefined =>
      text?.replaceAll(own, `127.0.0.1:${port}`)
    const { host, origin, ...headers } = incoming.headers
    const to = request(
      {
        ...{ host: '127.0.0.1', port, path: incoming.url, method: incoming.method, setHost: false },
        headers: {
          ...headers,
          host: rename(host),
          ...(origin && { origin: rename(origin) }),
          authorization: `Bearer ${token}`,
        },
      },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    to.on('error', () => outgoing.destroy())
    incoming.pipe(to)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    origin: `http://${own}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
