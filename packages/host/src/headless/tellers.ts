import { randomUUID } from 'node:crypto'
import type { WireResultEvent, WireSessionStateChangedEvent } from '@antiphon/core/wire'
import type { QueryEvent } from '@antiphon/engine'
import type { OpenAgent } from '../agent/open-agent.ts'
import type { Host } from './host.ts'

/** Tells the host which permission mode holds, whoever changed it. */
export interface ModeTeller {
  /** Says it if it is another than the last time. */
  tell(): Promise<void>
}

/** A teller whose host knows the mode of the start. */
export function createModeTeller(
  host: Host,
  { engine, sessionId }: Pick<OpenAgent, 'engine' | 'sessionId'>,
): ModeTeller {
  let told = engine.permissions().mode
  return {
    async tell() {
      const { mode } = engine.permissions()
      if (mode === told) return
      told = mode
      await host.send({
        type: 'system',
        subtype: 'status',
        status: null,
        permissionMode: mode,
        uuid: randomUUID(),
        session_id: sessionId,
      })
    },
  }
}

/** Sends the results of turns. */
export interface ResultTeller {
  /** `toResult` is asked when the result is sent, so that it tells what was spent until then. */
  tell(toResult: () => WireResultEvent): Promise<void>
  /** Sends what was kept back. */
  release(): Promise<void>
}

/** Keeps results back while agents work in the background: hosts take the last result for the end, and leave. */
export function createResultTeller(host: Host, isBusy: () => boolean): ResultTeller {
  const kept: (() => WireResultEvent)[] = []
  async function release(): Promise<void> {
    for (const toResult of kept.splice(0)) await host.send(toResult())
  }
  return {
    async tell(toResult) {
      kept.push(toResult)
      if (!isBusy()) await release()
    },
    release,
  }
}

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

/** Ends turns from outside, also one that is about to begin. */
export interface TurnSwitch {
  /** Called before a prompt is taken up: whoever interrupts from now on means its turn. */
  begin(): AbortSignal
  interrupt(): void
}

/** A switch for one turn after the other. */
export function createTurnSwitch(): TurnSwitch {
  let turn = new AbortController()
  return {
    begin() {
      turn = new AbortController()
      return turn.signal
    },
    interrupt: () => turn.abort(),
  }
}

/** Adds up how long a turn waited for the API. */
export interface ApiClock {
  add(event: QueryEvent): void
  milliseconds(): number
}

/** A clock at zero. */
export function createApiClock(now: () => number = () => performance.now()): ApiClock {
  let total = 0
  let since: number | null = null
  return {
    add(event) {
      if (event.type === 'stream_request_start') since = now()
      // A request that failed has no last event and is not counted; nor is the wait before the next.
      if (since === null || event.type !== 'stream_event' || event.event.type !== 'message_stop') return
      total += now() - since
      since = null
    },
    milliseconds: () => total,
  }
}
