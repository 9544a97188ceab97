/** What a server's monitoring says of how it keeps what it acknowledges. */
export type MonitorAnswer =
  | {
      readonly kind: 'told'
      readonly address: string
      readonly server: string
      readonly isSynced: boolean
      /** As its configuration has it. */
      readonly interval: string
    }
  | { readonly kind: 'silent'; readonly address: string; readonly reason: string }

/** Asks each of them; one that does not answer is an answer, too. */
export function readMonitors(addresses: readonly string[]): Promise<readonly MonitorAnswer[]> {
  return Promise.all(addresses.map(readMonitor))
}

async function readMonitor(address: string): Promise<MonitorAnswer> {
  try {
    const response = await fetch(new URL('/varz', address), { signal: AbortSignal.timeout(ANSWER_MS) })
    if (!response.ok) throw new Error(`${response.status}`)
    const told: unknown = await response.json()
    const { server_name, jetstream } = told as {
      readonly server_name?: string
      readonly jetstream?: {
        readonly config?: { readonly sync_always?: boolean; readonly sync_interval?: number }
      }
    }
    const nanoseconds = jetstream?.config?.sync_interval ?? 0
    return {
      ...{ kind: 'told', address, server: server_name ?? address },
      isSynced: jetstream?.config?.sync_always === true,
      interval: nanoseconds > 0 ? `${nanoseconds / 1_000_000_000} s` : 'not told',
    }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { kind: 'silent', address, reason: cause instanceof Error ? cause.message : String(cause) }
  }
}

const ANSWER_MS = 2000
