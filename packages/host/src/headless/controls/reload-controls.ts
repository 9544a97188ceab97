import type { JsonObject } from '@antiphon/contract'
import type { HeadlessSession } from '../headless-session.ts'
import type { Control } from './control.ts'
import { listAgents } from './list-agents.ts'
import { listCommands } from './list-commands.ts'
import { OUTPUT_STYLES } from './output-styles.ts'

/** Reads skills and commands anew; the model is told of a new skill with the next prompt. */
export const reloadSkills: Control = async ({ agent }) => {
  await Promise.all([agent.skills.refresh(), agent.commands.refresh()])
  const skills = agent.skills.listForPerson()
  return {
    skills: skills.map(({ name, description, argumentHint }) => ({ name, description, argumentHint })),
  }
}

/** There are no plugins here, so that there is nothing to reload; one that is to be added is refused. */
export const reloadPlugins: Control = (session, request) => {
  if (Array.isArray(request.add_plugins) && request.add_plugins.length > 0)
    throw new Error('reload_plugins adds none of add_plugins: plugins cannot be loaded here')
  return { ...listComponents(session), plugins: [], error_count: 0 }
}

/** The styles that there are; files add none here. */
export const reloadOutputStyles: Control = () => ({ available_output_styles: OUTPUT_STYLES })

function listComponents({ agent }: HeadlessSession): JsonObject {
  return {
    // All of them are JSON.
    commands: listCommands(agent) as unknown as readonly JsonObject[],
    agents: listAgents(agent) as unknown as readonly JsonObject[],
    mcpServers: agent.servers.servers.status() as unknown as readonly JsonObject[],
  }
}
