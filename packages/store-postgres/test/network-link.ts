import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A wire to a server of this machine that can be cut. */
export type NetworkLink = {
  readonly port: number
  /** Nothing passes any more, and nobody is told: what was sent arrives when it is mended. */
  readonly cut: () => void
  readonly mend: () => void
  /** Breaks off all that is connected, as a pooler does that restarts. */
  readonly drop: () => void
  readonly close: () => Promise<void>
}

/** Listens on 127.0.0.1 and passes on to a port there. */
export async function openLink(target: number): Promise<NetworkLink> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer({ allowHalfOpen: true }, near => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('data', bytes => other.write(bytes))
      one.on('error', () => undefined)
      // What was sent before one side left still arrives.
      one.on('end', () => other.end())
      one.on('close', hasFailed => {
        sockets.delete(one)
        if (hasFailed) other.destroy()
      })
      if (isCut) one.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const drop = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: address.port,
    cut() {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    mend() {
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    drop,
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
