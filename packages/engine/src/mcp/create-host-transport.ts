import { isObject, type JsonObject } from '@antiphon/contract'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  LATEST_PROTOCOL_VERSION,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'

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
interface HostTransport extends Transport {
  /** Takes what the server says by itself: notifications, requests. */
  receive(message: JsonObject): void
}

/** A transport over a host's control requests. A manifest answers the handshake and the first list of tools. */
function createHostTransport(
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

/** The connections to the servers of one host program. */
export interface HostLink {
  /** A new connection; it uses up the server's manifest. */
  connect(serverName: string): Transport
  /** Gives a server's own message to its connection; false where there is none. */
  receive(serverName: string, message: JsonObject): boolean
  /** Keeps manifests for the next connections of these servers; names without one are left out of the answer. */
  park(names: readonly string[], manifests: unknown): Readonly<Record<string, ManifestVerdict>>
}

/** Links a session to its host. */
export function createHostLink(send: SendToHost): HostLink {
  const open = new Map<string, HostTransport>()
  const parked = new Map<string, HostManifest>()
  return {
    connect(serverName) {
      const transport = createHostTransport(serverName, send, parked.get(serverName))
      parked.delete(serverName)
      open.set(serverName, transport)
      return transport
    },
    receive(serverName, message) {
      open.get(serverName)?.receive(message)
      return open.has(serverName)
    },
    park(names, manifests) {
      if (manifests === undefined) return {}
      const verdicts: [string, ManifestVerdict][] = []
      for (const name of names) {
        if (isObject(manifests) && !Object.hasOwn(manifests, name)) continue
        const manifest = readHostManifest(isObject(manifests) ? manifests[name] : null)
        if (typeof manifest !== 'string') parked.set(name, manifest)
        verdicts.push([name, typeof manifest === 'string' ? manifest : 'parked'])
      }
      return Object.fromEntries(verdicts)
    },
  }
}

/** What a host learned when it shook hands with one of its servers, so that nobody has to do it again. */
export type HostManifest = { readonly initializeResult: JsonObject; readonly toolsListResult?: JsonObject }

/** What became of a manifest, in the words of the control protocol. */
export type ManifestVerdict = 'parked' | 'already_connected' | 'protocol_version_mismatch' | 'malformed'

/** A manifest that can stand for the handshake, or why it cannot. */
function readHostManifest(value: unknown): HostManifest | 'protocol_version_mismatch' | 'malformed' {
  if (!isObject(value)) return 'malformed'
  const { initializeResult, toolsListResult } = value
  if (!isHandshake(initializeResult)) return 'malformed'
  if (toolsListResult !== undefined && !isToolsList(toolsListResult)) return 'malformed'
  if (initializeResult.protocolVersion !== LATEST_PROTOCOL_VERSION) return 'protocol_version_mismatch'
  return { initializeResult, ...(toolsListResult !== undefined && { toolsListResult }) }
}

// What came over the wire is JSON.
function isHandshake(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    typeof value.protocolVersion === 'string' &&
    isObject(value.capabilities) &&
    isObject(value.serverInfo) &&
    typeof value.serverInfo.name === 'string' &&
    typeof value.serverInfo.version === 'string'
  )
}

/** A list that goes on elsewhere has to be asked for. */
function isToolsList(value: unknown): value is JsonObject {
  return isObject(value) && Array.isArray(value.tools) && value.nextCursor === undefined
}
