import type { JsonObject } from '@antiphon/contract'
import type { HostLink, ManifestVerdict, SendToHost } from './create-host-transport.ts'
import type { CreateTransport } from './create-transport.ts'

/** The ways to servers, loaded when they are needed: a session without servers does not wait for the protocol. */
export interface LazyTransports {
  load(): Promise<CreateTransport>
  /** Keeps what the host knows of its servers for their next connection. */
  park(names: readonly string[], manifests: unknown): Promise<Readonly<Record<string, ManifestVerdict>>>
  /** Gives a message of the host to its server's connection; false where there is none. */
  receive(serverName: string, message: JsonObject): boolean
}

type LazyTransportsOptions = {
  readonly createTransport?: CreateTransport | undefined
  readonly sendToHost?: SendToHost | undefined
}

/** Servers of the host are reached through it, all others by `createTransport`. */
export function createLazyTransports({ createTransport, sendToHost }: LazyTransportsOptions): LazyTransports {
  let link: HostLink | null = null

  async function loadLink(send: SendToHost): Promise<HostLink> {
    const { createHostLink } = await import('./create-host-transport.ts')
    link ??= createHostLink(send)
    return link
  }

  return {
    async load() {
      const others = createTransport ?? (await import('./create-transport.ts')).createTransport
      if (!sendToHost) return others
      const host = await loadLink(sendToHost)
      return (config, place) => (config.type === 'sdk' ? host.connect(place.name) : others(config, place))
    },
    park: async (names, manifests) => (sendToHost ? (await loadLink(sendToHost)).park(names, manifests) : {}),
    receive: (serverName, message) => link?.receive(serverName, message) ?? false,
  }
}
