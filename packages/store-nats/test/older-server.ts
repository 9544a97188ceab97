import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { findPort } from '../src/testing/start-nats.ts'

/** Stands before a server, and has it say that it is older than it is. */
export type OlderServer = {
  readonly url: string
  /** Breaks every connection off when a message of a subject that begins so has been passed on: nobody hears its answer. */
  readonly breakBehind: (subject: string) => void
  readonly close: () => Promise<void>
}

export async function startOlderServer(port: number, version: string): Promise<OlderServer> {
  const sockets = new Set<Socket>()
  let target: string | null = null
  const server = createServer(client => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    let isDeaf = false
    upstream.on('data', told => {
      if (isDeaf) return
      const text = told.toString('latin1')
      client.write(text.replace(VERSION, `$1"version":"${version}"`), 'latin1')
    })
    client.on('data', said => {
      upstream.write(said)
      if (target === null || !said.toString('latin1').includes(`PUB ${target}`)) return
      target = null
      isDeaf = true
      // It has to be stored by then.
      setTimeout(() => client.destroy(), BREAK_MS)
    })
  })
  const own = await findPort()
  await once(server.listen(own, '127.0.0.1'), 'listening')
  return {
    url: `nats://127.0.0.1:${own}`,
    breakBehind(subject) {
      target = subject
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** It is said before the login and after it. */
const VERSION = /((?:^|\r\n)INFO \{[^\r]*?)"version":"[^"]*"/g
const BREAK_MS = 200
