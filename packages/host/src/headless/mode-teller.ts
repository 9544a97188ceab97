import { randomUUID } from 'node:crypto'
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
