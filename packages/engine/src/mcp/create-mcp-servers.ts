import { isObject } from '@antiphon/contract'
import type { LazyTransports } from './lazy-transports.ts'
import type { McpServer } from './mcp-server.ts'
import type { AddedHostServers, McpServers } from './mcp-servers.ts'
import type { ServerRegister } from './server-register.ts'
import { setServers } from './set-servers.ts'

/** What a session does with the servers of a register. Changes that somebody asks for are made one after the other. */
export function createMcpServers(register: ServerRegister, transports: LazyTransports): McpServers {
  let last: Promise<unknown> = Promise.resolve()

  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  function find(name: string): McpServer {
    const server = register.get(name)
    if (!server) throw new Error(`There is no MCP server ${name}.`)
    return server
  }

  return {
    get servers() {
      return register.list().map(server => ({
        name: server.name,
        status: server.status().status,
        instructions: server.instructions(),
      }))
    },
    get tools() {
      return register.tools().tools
    },
    status: () => register.list().map(server => server.status()),
    settled: register.settled,
    onChange: register.onChange,
    setServers: configs => inOrder(() => setServers(register, configs)),
    addHostServers: (names, manifests) => addHostServers({ register, transports }, names, manifests),
    toggle: (name, isEnabled) => inOrder(() => toggle(find(name), isEnabled)),
    reconnect: name => inOrder(() => reconnect(find(name))),
    async call(tool, input, signal = NEVER) {
      const origin = register.tools().find(tool)
      if (!origin) throw new Error(`There is no MCP tool ${tool}.`)
      const connection = await origin.server.reach(signal)
      return connection.call({ tool: origin.tool, input, signal, onProgress: () => {} })
    },
    readResource: async (name, uri, signal = NEVER) =>
      (await find(name).reach(signal)).readResource(uri, signal),
    receive: transports.receive,
    close: register.close,
  }
}

const NEVER = new AbortController().signal

type Place = { readonly register: ServerRegister; readonly transports: LazyTransports }

async function addHostServers(
  { register, transports }: Place,
  names: readonly string[],
  manifests: unknown,
): Promise<AddedHostServers> {
  const isPresent = (name: string): boolean => register.get(name)?.config.type === 'sdk'
  const missing = names.filter(name => !isPresent(name))
  const present = names.filter(
    name => isPresent(name) && isObject(manifests) && Object.hasOwn(manifests, name),
  )
  const parked = await transports.park(missing, manifests)
  const added = missing.map(name =>
    register.put({ name, config: { type: 'sdk', name }, isReplaceable: true, scope: 'dynamic' }),
  )
  return {
    parked: { ...parked, ...Object.fromEntries(present.map(name => [name, 'already_connected' as const])) },
    ready: Promise.all(added).then(() => undefined),
  }
}

async function toggle(server: McpServer, isEnabled: boolean): Promise<void> {
  if (!isEnabled) await server.close()
  else if (server.status().status !== 'connected') await open(server)
}

async function reconnect(server: McpServer): Promise<void> {
  if (server.status().status === 'disabled')
    throw new Error(`MCP server ${server.name} is disabled; enable it first.`)
  await open(server)
}

async function open(server: McpServer): Promise<void> {
  await server.open()
  const { status, error = status } = server.status()
  if (status !== 'connected') throw new Error(`MCP server ${server.name} does not answer: ${error}`)
}
