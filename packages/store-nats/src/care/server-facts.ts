import type { Broker } from '../connection/broker.ts'

/** What a server is, and which of the store's promises its settings weaken. */
export type ServerFacts = {
  readonly version: string
  /** In sentences for people; none where all promises hold. */
  readonly weaknesses: readonly string[]
}

export async function readServerFacts(broker: Broker): Promise<ServerFacts> {
  return { version: await broker.version(), weaknesses: [] }
}
