import {
  connectMcpServers,
  type McpServerConfig,
  type ReadMcpConfigs,
  readMcpConfigs,
  readSettings,
  toLoginKey,
} from '@antiphon/engine'
import { homeOf, type Io, openMcpLogins, ProgramError, toSettingsChoice } from '@antiphon/host'

export type ServerWish = {
  readonly io: Io
  readonly cwd: string
  /** As for an agent: files or JSON, and whether the folder decides what runs. */
  readonly mcpConfig: readonly string[]
  readonly trust?: true
}

/** A server of the configuration; nothing of it was started to know this. */
export type ConfiguredServer = {
  readonly name: string
  readonly type: McpServerConfig['type']
  /** Its address, or the program that is started for it. */
  readonly place: string
  readonly scope: string
  /** Whether a login is kept; null for what is no place to log in at. */
  readonly hasLogin: boolean | null
}

/** The servers that an agent in this folder would have. */
export async function listConfiguredServers(wish: ServerWish): Promise<readonly ConfiguredServer[]> {
  const { configs, scopes } = await readConfigs(wish)
  const logins = loginsOf(wish.io)
  const hasLogin = async (key: string): Promise<boolean> => (await logins.read(key))?.tokens !== undefined
  return Promise.all(
    Object.entries(configs).map(async ([name, config]) => ({
      name,
      type: config.type,
      place: 'url' in config ? config.url : 'command' in config ? config.command : '',
      scope: scopes[name] ?? 'dynamic',
      hasLogin: 'url' in config ? await hasLogin(toLoginKey(name, config.url)) : null,
    })),
  )
}

export type LoginShow = {
  readonly signal: AbortSignal
  readonly show: (link: string) => void
  /** Hands on a way to give the address that a browser elsewhere ended at. */
  readonly onWaiting: (finish: (address: string) => Promise<void>) => void
}

/** Has the person log in at one server, to which alone is connected. */
export async function logInAtServer(name: string, wish: ServerWish, way: LoginShow): Promise<void> {
  const servers = await connectMcpServers(
    { [name]: await findRemote(name, wish) },
    {
      ...{ cwd: wish.cwd, env: wish.io.env, signal: way.signal, logins: loginsOf(wish.io) },
      // That it wants a login is why the person is here.
      onProblem: () => {},
    },
  )
  try {
    await servers.login(name, {
      signal: way.signal,
      show(link) {
        way.show(link)
        way.onWaiting(address => servers.finishLogin(name, address))
        return true
      },
    })
  } catch (error) {
    throw new ProgramError(
      'unreadable',
      `${name}: ${error instanceof Error ? error.message : String(error)}.`,
    )
  } finally {
    await servers.close()
  }
}

/** Forgets a login; false where there was none. */
export async function logOutOfServer(name: string, wish: ServerWish): Promise<boolean> {
  const servers = await connectMcpServers(
    { [name]: await findRemote(name, wish) },
    {
      ...{
        cwd: wish.cwd,
        env: wish.io.env,
        signal: AbortSignal.timeout(LIMIT_MS),
        logins: loginsOf(wish.io),
      },
      onProblem: () => {},
      // Nobody needs the connection.
      connectTimeoutMs: 1,
    },
  )
  try {
    return await servers.logout(name)
  } finally {
    await servers.close()
  }
}

const LIMIT_MS = 60_000

async function readConfigs({ io, cwd, mcpConfig, trust }: ServerWish): Promise<ReadMcpConfigs> {
  const { settings } = await readSettings(
    await toSettingsChoice({ flags: { ...(trust && { trust }) }, io, cwd }),
  )
  return readMcpConfigs({ cwd, settings, env: { ...io.env, ...settings.env }, flags: mcpConfig })
}

async function findRemote(name: string, wish: ServerWish): Promise<McpServerConfig> {
  const { configs, unapproved } = await readConfigs(wish)
  const config = configs[name]
  if (config && 'url' in config) return config
  if (config) throw new ProgramError('wrong-use', `${name} is a program of this machine: it has no login.`)
  const why = unapproved.includes(name)
    ? `The server ${name} of this project is not approved: read .mcp.json, and approve it by enabledMcpjsonServers in your settings.`
    : `There is no server ${name} here. See \`antiphon mcp list\`.`
  throw new ProgramError('wrong-use', why)
}

function loginsOf(io: Io): ReturnType<typeof openMcpLogins> {
  return openMcpLogins({ env: io.env, home: homeOf(io) })
}
