import { randomUUID } from 'node:crypto'
import type { WireEvent } from '@antiphon/core'
import type { HeadlessSession } from '@antiphon/host'

/** After an answer to a question: what to say where that question changed the model, so that every page knows; else null. */
export function createModelTeller(session: HeadlessSession): (event: WireEvent) => WireEvent | null {
  const { engine, sessionId } = session.agent
  let told = engine.model()
  return event => {
    const model = engine.model()
    if (event.type !== 'control_response' || model === told) return null
    told = model
    return {
      type: 'system',
      subtype: 'status',
      status: null,
      model,
      uuid: randomUUID(),
      session_id: sessionId,
    }
  }
}
