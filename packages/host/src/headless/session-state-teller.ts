import { randomUUID } from 'node:crypto'
import type { WireSessionStateChangedEvent } from '@antiphon/core/wire'
import type { Host } from './host.ts'

/** Tells the host whether a turn runs, and whether it waits for the host. */
export interface SessionStateTeller {
  /** The session's id, once it is known; nothing is told before. */
  name(sessionId: string): void
  set(state: 'running' | 'idle'): Promise<void>
  now(): WireSessionStateChangedEvent['state']
  /** Says `requires_action` while `work` runs. */
  whileWaiting<T>(work: () => Promise<T>): Promise<T>
}

/** A teller that says each change once. Hosts that do not read it get nothing. */
export function createSessionStateTeller(host: Host, isOn: boolean): SessionStateTeller {
  let sessionId: string | null = null
  let state: 'running' | 'idle' = 'idle'
  let waiting = 0
  let told: WireSessionStateChangedEvent['state'] = 'idle'

  const now = (): typeof told => (waiting > 0 ? 'requires_action' : state)

  async function tell(): Promise<void> {
    if (!isOn || sessionId === null || now() === told) return
    told = now()
    await host.send({
      type: 'system',
      subtype: 'session_state_changed',
      state: told,
      sdk_host_only: true,
      uuid: randomUUID(),
      session_id: sessionId,
    })
  }

  return {
    name(id) {
      sessionId = id
    },
    now,
    async set(next) {
      state = next
      await tell()
    },
    async whileWaiting(work) {
      waiting++
      await tell()
      try {
        return await work()
      } finally {
        waiting--
        await tell()
      }
    },
  }
}
