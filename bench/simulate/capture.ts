import { connect } from 'node:net'
import type { BareAnswer } from './server.ts'

/** What the simulator sends for a request: its headers, and its body in the pieces in which it was written. */
export async function captureAnswer(port: number): Promise<BareAnswer> {
  const text = await readRaw(port)
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map(line => line.split(': ', 2) as [string, string])
      .filter(([name]) => !SET_BY_NODE.has(name.toLowerCase())),
  )
  return { headers, pieces: readChunks(rest.join('\r\n\r\n')) }
}

const SET_BY_NODE: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

function readRaw(port: number): Promise<string> {
  const body = JSON.stringify({
    model: 'claude-opus-5-5',
    max_tokens: 4000,
    stream: true,
    messages: [{ role: 'user', content: 'hello' }],
  })
  const head = `POST /v1/messages HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\nx-api-key: any\r\nanthropic-version: 2026-10-21\r\ncontent-length: ${body.length}`
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n${body}`))
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', data => (text += data))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

/** The chunks of a body in chunked encoding: one for each write. */
function readChunks(body: string): readonly string[] {
  const chunks: string[] = []
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.slice(at, lineEnd), 16)
    if (!(size > 0)) return chunks
    chunks.push(body.slice(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
