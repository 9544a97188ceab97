import { isObject, type JsonObject } from '@antiphon/contract'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createHostTransport, type HostTransport, type SendToHost } from './create-host-transport.ts'
import { type HostManifest, type ManifestVerdict, readHostManifest } from './host-manifest.ts'

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
