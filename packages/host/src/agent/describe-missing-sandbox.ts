import { findSandboxTool } from '@antiphon/engine'
import type { AgentParts } from './open-agent.ts'

/** What a person should know who asked for a sandbox on a machine that has none. */
export async function describeMissingSandbox({ settings, env }: AgentParts): Promise<readonly string[]> {
  const { enabled, failIfUnavailable, enableWeakerNestedSandbox } = settings.sandbox
  if (enabled !== true) return []
  const tool = await findSandboxTool(env, { mayBeWeaker: enableWeakerNestedSandbox })
  if (tool.kind !== 'none') return []
  const so = failIfUnavailable ? 'no command is run' : 'commands run outside and are asked about'
  return [`there is no sandbox: ${tool.reason}, so ${so}. To have one: ${tool.whatToDo}.`]
}
