// The asking side, in a process of its own, on bare sockets: it must cost less than any server that it asks.
import { connect } from 'node:net'

export type ClientOrder = {
  readonly port: number
  readonly requests: number
  readonly connections: number
  readonly maxTokens: number
}

export type ClientReport = {
  readonly perSecond: number
  /** Milliseconds from the request to the first byte of its answer, the middle one. */
  readonly firstByte: number
  readonly completed: number
}

process.on('disconnect', () => process.exit())
process.on('message', message => {
  void run(message as ClientOrder).then(report => process.send?.(report))
})
process.send?.('ready')

async function run({ port, requests, connections, maxTokens }: ClientOrder): Promise<ClientReport> {
  const request = toRequest(maxTokens)
  const firstBytes: number[] = []
  let left = requests
  let completed = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: connections }, () =>
      talk(port, request, {
        next: () => left-- > 0,
        answered(firstByte, isWhole) {
          firstBytes.push(firstByte)
          if (isWhole) completed++
        },
      }),
    ),
  )
  const elapsed = performance.now() - start
  firstBytes.sort((a, b) => a - b)
  return {
    perSecond: (requests / elapsed) * 1000,
    firstByte: firstBytes[Math.floor(firstBytes.length / 2)] ?? Number.NaN,
    completed,
  }
}

type Listener = {
  readonly next: () => boolean
  readonly answered: (firstByte: number, isWhole: boolean) => void
}

const END = Buffer.from('\r\n0\r\n\r\n')
const LAST_EVENT = 'event: message_stop'

/** One connection that asks again as soon as it is answered, until there is nothing left to ask. */
function talk(port: number, request: Buffer, { next, answered }: Listener): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let asked = 0
    let firstByte = 0
    let tail = Buffer.alloc(0)
    const ask = (): void => {
      if (!next()) return void socket.end()
      asked = performance.now()
      firstByte = 0
      tail = Buffer.alloc(0)
      socket.write(request)
    }
    socket.on('connect', ask)
    socket.on('data', data => {
      if (firstByte === 0) firstByte = performance.now() - asked
      tail = Buffer.concat([tail, data]).subarray(-TAIL_BYTES)
      if (!tail.subarray(-END.length).equals(END)) return
      answered(firstByte, tail.includes(LAST_EVENT))
      ask()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

/** More than the last event and the end of the body. */
const TAIL_BYTES = 200

function toRequest(maxTokens: number): Buffer {
  const body = JSON.stringify({
    model: 'claude-opus-5-5',
    max_tokens: maxTokens,
    stream: true,
    system: 'You are a coding agent.',
    messages: [{ role: 'user', content: 'Explain what this repository does, in a few lines.' }],
  })
  const head = [
    'POST /v1/messages HTTP/1.1',
    'host: 127.0.0.1',
    'x-api-key: any',
    'anthropic-version: 2026-10-21',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}
