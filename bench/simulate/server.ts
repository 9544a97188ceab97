// One side of the comparison, in a process of its own: the simulator, or a bare server that sends what it is told.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { startSimulator } from '@antiphon/simulator'

/** What a server says: where it listens, or how much memory it holds after a collection. */
export type ServerReport = { readonly port: number } | { readonly rss: number }

/** What the bare server answers: the simulator's own headers, and its body cut as the simulator writes it. */
export type BareAnswer = {
  readonly headers: Readonly<Record<string, string>>
  readonly pieces: readonly string[]
}

/** An answer of 94 deltas: 100 events with those that open and close it. */
const TEXT = 'twenty-four units each, '.repeat(94)

process.on('message', message => {
  if (message === 'rss') void reportMemory()
})
process.on('disconnect', () => process.exit())
const given = process.argv[2]
report({ port: given === undefined ? await startOurs() : await startBare(JSON.parse(given) as BareAnswer) })

async function startOurs(): Promise<number> {
  // A request for few tokens gets a slow stream, so that many of them are open at once.
  const { port } = await startSimulator({
    model: {
      name: 'bench',
      answer: ({ max_tokens }) => ({
        blocks: [{ type: 'text', text: TEXT }],
        ...(max_tokens < 1000 && { pace: 5 }),
      }),
    },
  })
  return port
}

function startBare({ headers, pieces }: BareAnswer): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, headers)
      for (const piece of pieces) response.write(piece)
      response.end()
    })
  })
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

async function reportMemory(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await setTimeout(50)
  }
  report({ rss: process.memoryUsage().rss })
}

function report(message: ServerReport): void {
  process.send?.(message)
}
