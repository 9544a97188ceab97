import type { JsonObject } from '@antiphon/contract'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { SendToHost } from '../create-host-transport.ts'

/** A host program with servers inside, as the official SDK is one. */
export interface FakeHost {
  readonly send: SendToHost
  /** What was sent to its servers, in order. */
  readonly heard: JsonObject[]
  /** Which requests nobody waits for any more. */
  readonly takenBack: unknown[]
  /** Where its servers' own messages go. */
  receive: (server: string, message: JsonObject) => unknown
  /** The handshake, done by the host itself. */
  manifest(server: string): Promise<JsonObject>
}

/** A server as the SDK has them. */
export interface ServerInHost {
  connect(transport: Transport): Promise<void>
}

/** Takes servers in; a notification is answered as the official SDK answers it. */
export async function createFakeHost(servers: Readonly<Record<string, ServerInHost>>): Promise<FakeHost> {
  const lines = new Map<string, Transport>()
  const waiting = new Map<unknown, (message: JsonObject) => void>()
  for (const [name, server] of Object.entries(servers)) {
    const line: Transport = {
      async start() {},
      async send(message) {
        const json = message as JsonObject
        const answer = 'method' in json ? undefined : waiting.get(`${name} ${json.id}`)
        if (answer) answer(json)
        else host.receive(name, json)
      },
      async close() {},
    }
    lines.set(name, line)
    await server.connect(line)
  }
  const deliver = (name: string, message: JsonObject): Promise<JsonObject> | JsonObject => {
    const line = lines.get(name)
    if (!line) throw new Error(`SDK MCP server not found: ${name}`)
    const isRequest = 'method' in message && 'id' in message
    const answered = new Promise<JsonObject>(resolve => waiting.set(`${name} ${message.id}`, resolve))
    line.onmessage?.(message as never)
    return isRequest ? answered : { jsonrpc: '2.0', result: {}, id: 0 }
  }
  const host: FakeHost = {
    heard: [],
    takenBack: [],
    receive: () => {},
    async send(name, message, signal) {
      host.heard.push(message)
      signal.addEventListener('abort', () => host.takenBack.push(message.id))
      return deliver(name, structuredClone(message))
    },
    async manifest(name) {
      const ask = async (method: string, params: JsonObject): Promise<JsonObject> =>
        (await deliver(name, { jsonrpc: '2.0', id: `host ${method}`, method, params })).result as JsonObject
      const clientInfo = { name: 'host', version: '1' }
      const initializeResult = await ask('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo,
      })
      await deliver(name, { jsonrpc: '2.0', method: 'notifications/initialized' })
      return { initializeResult, toolsListResult: await ask('tools/list', {}) }
    },
  }
  return host
}
