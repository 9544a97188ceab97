import { findBubblewrap } from '@antiphon/engine'
import type { AgentParts } from './open-agent.ts'

/** What a person should know who asked for a sandbox on a machine that has none. */
export async function describeMissingSandbox({ settings, env }: AgentParts): Promise<readonly string[]> {
  const { enabled, failIfUnavailable, enableWeakerNestedSandbox } = settings.sandbox
  if (enabled !== true) return []
  const program = await findBubblewrap(env, { mayBeWeaker: enableWeakerNestedSandbox })
  if (program.kind !== 'none') return []
  const so = failIfUnavailable ? 'no command is run' : 'commands run outside and are asked about'
  return [`there is no sandbox: ${program.reason}, so ${so}. To have one: ${program.whatToDo}.`]
}
