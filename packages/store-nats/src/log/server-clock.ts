import type { Broker } from '../connection/broker.ts'

/** What the server's clock says; clocks of hosts count for nothing. */
export interface ServerClock {
  /** Milliseconds since 1970. */
  now(): Promise<number>
}

/** Asks now and then, and counts between by what runs evenly. */
export function createServerClock(broker: Broker, stream: string): ServerClock {
  let [told, at] = [0, Number.NEGATIVE_INFINITY]
  return {
    async now() {
      if (performance.now() - at > ASK_MS) {
        const { ts } = await broker.manage(manager => manager.streams.info(stream))
        told = Date.parse(ts ?? '') || Date.now()
        at = performance.now()
      }
      return told + performance.now() - at
    },
  }
}

const ASK_MS = 30_000
