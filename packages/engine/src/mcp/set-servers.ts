import type { McpServerConfigs } from './mcp-config.ts'
import type { McpServer } from './mcp-server.ts'
import type { McpSetServersResult } from './mcp-servers.ts'
import { planServers } from './plan-servers.ts'
import type { ServerRegister } from './server-register.ts'

/** Makes these the servers that were set. What is as it was stays connected; what had failed is tried again. */
export async function setServers(
  register: ServerRegister,
  configs: McpServerConfigs,
): Promise<McpSetServersResult> {
  const { removed, added, kept } = planServers(register.present(), configs)
  for (const name of kept) register.makeReplaceable(name)
  await Promise.all([
    ...removed.filter(name => !Object.hasOwn(configs, name)).map(register.remove),
    ...kept.map(name => openAgain(register.get(name))),
    ...Object.entries(configs)
      .filter(([name]) => added.includes(name))
      .map(([name, config]) => register.put({ name, config, isReplaceable: true, scope: 'dynamic' })),
  ])
  return { added, removed, errors: collectErrors(register, Object.keys(configs)) }
}

async function openAgain(server: McpServer | undefined): Promise<void> {
  if (server && DOWN.includes(server.status().status)) await server.open()
}

const DOWN: readonly string[] = ['failed', 'needs-auth']

function collectErrors(register: ServerRegister, names: readonly string[]): Readonly<Record<string, string>> {
  const servers = names.flatMap(name => register.get(name) ?? [])
  return Object.fromEntries(
    servers.flatMap(server => {
      const { name, status, error = status } = server.status()
      return DOWN.includes(status) ? [[name, error]] : []
    }),
  )
}
