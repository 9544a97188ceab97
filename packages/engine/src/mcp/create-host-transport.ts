import { isObject, type JsonObject } from '@antiphon/contract'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import type { HostManifest } from './host-manifest.ts'

/**
 * Gives a message to a server that lives in the host program; resolves with the server's answer where it is a request.
 * The signal is aborted when nobody waits for it any more.
 */
export type SendToHost = (
  serverName: string,
  message: JsonObject,
  signal: AbortSignal,
) => Promise<JsonObject | null>

/** The way to a server in the host program. */
export interface HostTransport extends Transport {
  /** Takes what the server says by itself: notifications, requests. */
  receive(message: JsonObject): void
}

/** A transport over a host's control requests. A manifest answers the handshake and the first list of tools. */
export function createHostTransport(
  serverName: string,
  send: SendToHost,
  manifest: HostManifest | null = null,
): HostTransport {
  const waiting = new Map<RequestId, AbortController>()
  const known = createKnownAnswers(manifest)
  const lifetime = new AbortController()
  let isClosed = false

  function giveUp(id: RequestId): void {
    const controller = waiting.get(id)
    waiting.delete(id)
    controller?.abort()
  }

  /** The answer to a call that was given up comes too late for anybody. */
  function deliver(id: RequestId, answer: JsonObject): void {
    // Whoever asked checks what it says.
    if (waiting.delete(id)) transport.onmessage?.({ ...answer, jsonrpc: '2.0', id } as JSONRPCMessage)
  }

  async function request(id: RequestId, message: JsonObject, signal: AbortSignal): Promise<void> {
    const reply = await send(serverName, message, signal)
    if (isObject(reply) && ('result' in reply || 'error' in reply)) return deliver(id, reply)
    if (waiting.delete(id)) throw new Error('the host gave no answer')
  }

  const transport: HostTransport = {
    async start() {},
    async send(message) {
      if (isClosed) throw new Error('the connection is closed')
      // A message of the protocol is JSON.
      const json = message as JsonObject
      if (isJSONRPCRequest(message)) {
        const controller = new AbortController()
        waiting.set(message.id, controller)
        const answer = known(message.method)
        if (answer === null) return request(message.id, json, controller.signal)
        queueMicrotask(() => deliver(message.id, { result: answer }))
        return
      }
      const cancelled = cancelledRequest(json)
      if (cancelled !== null) giveUp(cancelled)
      if (manifest !== null && json.method === 'notifications/initialized') return
      // The host says only that it has heard: nobody waits for that.
      send(serverName, json, lifetime.signal).catch(error => {
        if (!isClosed) transport.onerror?.(toError(error))
      })
    },
    async close() {
      if (isClosed) return
      isClosed = true
      lifetime.abort()
      for (const id of [...waiting.keys()]) giveUp(id)
      transport.onclose?.()
    },
    receive(message) {
      const parsed = JSONRPCMessageSchema.safeParse(message)
      if (isClosed) return
      if (parsed.success) transport.onmessage?.(parsed.data)
      else transport.onerror?.(new Error(`${serverName} said something that is no message`))
    },
  }
  return transport
}

/** What the manifest says, each once: a list that has changed must be asked for. */
function createKnownAnswers(manifest: HostManifest | null): (method: string) => JsonObject | null {
  const answers = new Map<string, JsonObject>()
  if (manifest) answers.set('initialize', manifest.initializeResult)
  if (manifest?.toolsListResult) answers.set('tools/list', manifest.toolsListResult)
  return method => {
    const answer = answers.get(method) ?? null
    answers.delete(method)
    return answer
  }
}

function cancelledRequest({ method, params }: JsonObject): RequestId | null {
  if (method !== 'notifications/cancelled' || !isObject(params)) return null
  const { requestId } = params
  return typeof requestId === 'string' || typeof requestId === 'number' ? requestId : null
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
