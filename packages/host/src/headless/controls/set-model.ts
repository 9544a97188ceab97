import { resolveModelAlias } from '@antiphon/contract'
import type { HeadlessSession } from '../headless-session.ts'
import { tellHost } from '../tell-host.ts'
import type { Control } from './control.ts'

/** Another model from the next turn on; none, null and `default` mean the one that the session began with. */
export const setModel: Control = async (session, { model = null }) => {
  if (model !== null && typeof model !== 'string') throw new Error('set_model needs model, a text or null')
  return { model: await changeModel(session, model) }
}

/** A name that nobody knows here is tried: a newer model, or one of a server that speaks the same API. */
export async function changeModel(session: HeadlessSession, wished: string | null): Promise<string> {
  const { engine, model: first } = session.agent
  if (wished?.trim() === '') throw new Error('A model needs a name; null means that of the beginning')
  const model = resolveModelAlias(wished?.trim() ?? 'default', first)
  for (const message of await engine.switchModel(model)) await tellHost(session, message)
  return model
}
