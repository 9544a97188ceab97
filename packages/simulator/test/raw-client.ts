import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'
import type { SimulatedModel, Simulator } from '../src/index.ts'

/** A model that says what it was told. */
export const ECHO: SimulatedModel = {
  name: 'echo',
  answer: ({ messages }) => ({ blocks: [{ type: 'text', text: JSON.stringify(messages.at(-1)?.content) }] }),
}

/** What every request to the API carries. */
export const HEADERS: Readonly<Record<string, string>> = {
  'x-api-key': 'any',
  'anthropic-version': '2026-10-21',
}

/** A request with one prompt. */
export function toBody(content: string, rest: object = {}): string {
  const messages = [{ role: 'user', content }]
  return JSON.stringify({ model: 'claude-opus-5-5', max_tokens: 1000, messages, ...rest })
}

/** Asks as a client does. */
export function ask({ url }: Simulator, content: string, rest: object = {}): Promise<Response> {
  return fetch(`${url}/v1/messages`, { method: 'POST', headers: HEADERS, body: toBody(content, rest) })
}

/** A request as bytes. */
export function toRequest(body: string, { method = 'POST', path = '/v1/messages' } = {}): string {
  const headers = Object.entries({ host: '127.0.0.1', ...HEADERS, 'content-length': Buffer.byteLength(body) })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}`
}

/** A socket that never throws: what it is sent away with is not the question. */
export function open({ port }: Simulator): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined)
}

/** Everything that comes back for these bytes until `isDone`, or until the connection closes. */
export function exchange(
  simulator: Simulator,
  bytes: string | Uint8Array,
  isDone: (text: string) => boolean = () => false,
): Promise<string> {
  return new Promise(resolve => {
    const socket = open(simulator)
    let text = ''
    socket.setEncoding('latin1').on('data', data => {
      text += data
      if (isDone(text)) socket.destroy()
    })
    socket.on('close', () => resolve(text))
    socket.write(bytes)
  })
}

/** Fails where the simulator does not answer any more. */
export async function expectAlive(simulator: Simulator): Promise<void> {
  const response = await ask(simulator, 'still there?')
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('still there?')])
}
