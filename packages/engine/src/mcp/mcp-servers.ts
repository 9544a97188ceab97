import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject } from '@antiphon/contract'
import type { AgentTool } from '../tool/agent-tool.ts'
import type { ServerRegister } from './connect-mcp-servers.ts'
import type { ManifestVerdict } from './create-host-transport.ts'
import { createMcpPrompts, type McpPrompt } from './create-mcp-prompts.ts'
import type { LazyTransports } from './lazy-transports.ts'
import type { LoginWay } from './login/create-server-login.ts'
import type { McpServerConfig, McpServerConfigs } from './mcp-config.ts'
import { createMcpResources, type McpResources } from './mcp-resources.ts'
import type { McpServer } from './mcp-server.ts'
import type { McpServerStatus } from './mcp-server-status.ts'
import type { McpResult } from './open-mcp-session.ts'

/** The servers of a session; what they are may change while it runs. */
export interface McpServers {
  /** In the order of their configuration, the failed ones too. */
  readonly servers: readonly McpServerState[]
  /** The tools of all servers, by name. */
  readonly tools: readonly AgentTool[]
  /** What a person can call of them by name. */
  readonly prompts: readonly McpPrompt[]
  /** What they offer for reading. */
  readonly resources: McpResources
  /** How it stands with each, as hosts read it. */
  status(): readonly McpServerStatus[]
  /** Resolves when no server is still being connected. */
  settled(): Promise<void>
  /** Hears of every change of a status or a list of tools, until the function that comes back is called. */
  onChange(listener: () => void): () => void
  /** Makes these the servers that were set; those of files and flags stay unless they are named. */
  setServers(configs: McpServerConfigs): Promise<McpSetServersResult>
  /** Adds servers that live in the host; those that are there already are left alone. */
  addHostServers(names: readonly string[], manifests?: unknown): Promise<AddedHostServers>
  /** Throws where the server is unknown, or does not come back. */
  toggle(name: string, isEnabled: boolean): Promise<void>
  /** Throws where the server is unknown, disabled, or does not come back. */
  reconnect(name: string): Promise<void>
  /** What a server logged last. */
  log(name: string): readonly string[]
  /** Has a person log in at a server, and connects to it; throws why that did not come about. */
  login(name: string, way: LoginWay): Promise<void>
  /** Takes the address that a browser elsewhere ended at after a login. */
  finishLogin(name: string, address: string): Promise<void>
  /** Forgets the login at a server; false where there was none. */
  logout(name: string): Promise<boolean>
  /** Calls a tool by the name that models call, without a model; throws what went wrong. */
  call(tool: string, input: JsonObject, signal?: AbortSignal): Promise<McpResult>
  /** The `contents` of a resource; throws what went wrong. */
  readResource(server: string, uri: string, signal?: AbortSignal): Promise<McpResult>
  /** Takes what a server in the host says by itself; false where there is no such server. */
  receive(server: string, message: JsonObject): boolean
  /** Ends every connection and every process that was started for one. */
  close(): Promise<void>
}

export type McpServerState = {
  readonly name: string
  readonly status: McpServerStatus['status']
  /** What the server wants a model to know. */
  readonly instructions: string
}

export type McpSetServersResult = {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Why some of them cannot be used, by name. */
  readonly errors: Readonly<Record<string, string>>
}

export type AddedHostServers = {
  /** What became of each manifest. */
  readonly parked: Readonly<Record<string, ManifestVerdict>>
  /** Resolves when all of them are connected or have failed. */
  readonly ready: Promise<void>
}

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
    get prompts() {
      return createMcpPrompts(register.list())
    },
    resources: createMcpResources(register.list),
    status: () => register.list().map(server => server.status()),
    settled: register.settled,
    onChange: register.onChange,
    setServers: configs => inOrder(() => setServers(register, configs)),
    addHostServers: (names, manifests) => addHostServers({ register, transports }, names, manifests),
    toggle: (name, isEnabled) => inOrder(() => toggle(find(name), isEnabled)),
    reconnect: name => inOrder(() => reconnect(find(name))),
    log: name => find(name).log(),
    async login(name, way) {
      const server = find(name)
      await (await server.login()).login(way)
      await inOrder(() => open(server))
    },
    finishLogin: async (name, address) => (await find(name).login()).receive(address),
    async logout(name) {
      const server = find(name)
      const wasThere = await (await server.login()).logout()
      if (wasThere && server.status().status !== 'disabled') await inOrder(() => server.open())
      return wasThere
    },
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

/** Makes these the servers that were set. What is as it was stays connected; what had failed is tried again. */
async function setServers(register: ServerRegister, configs: McpServerConfigs): Promise<McpSetServersResult> {
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

/** A server that there is, and whether whoever sets servers may take it away. */
export type PresentServer = {
  readonly name: string
  readonly config: McpServerConfig
  /** It was set, or lives in the host; those of files and flags stay unless they were set by name. */
  readonly isReplaceable: boolean
}

type ServerPlan = {
  readonly removed: readonly string[]
  /** New ones, and those that are reached in another way now. */
  readonly added: readonly string[]
  readonly kept: readonly string[]
}

/** What has to happen so that these are the servers that were set. */
export function planServers(present: readonly PresentServer[], wanted: McpServerConfigs): ServerPlan {
  const byName = new Map(present.map(server => [server.name, server]))
  const isSame = (name: string): boolean => isDeepStrictEqual(byName.get(name)?.config, wanted[name])
  const names = Object.keys(wanted)
  const gone = present.filter(({ name, isReplaceable }) => isReplaceable && !Object.hasOwn(wanted, name))
  return {
    removed: [...gone.map(({ name }) => name), ...names.filter(name => byName.has(name) && !isSame(name))],
    added: names.filter(name => !isSame(name)),
    kept: names.filter(isSame),
  }
}
