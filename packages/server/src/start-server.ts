import { once } from 'node:events'
import { Server } from 'node:http'
import { join } from 'node:path'
import { appendAuditRecord, createAccessReader, readVersion, type StoreCopy } from '@antiphon/host'
import { createAdaptorServer } from '@hono/node-server'
import { createDoorkeeper } from './access/doorkeeper.ts'
import { createGate } from './access/gate.ts'
import type { TrustedProxy } from './access/proxy-identity.ts'
import { createRecallRoute, type RecallWish } from './api/recall-route.ts'
import { createOpenStreams } from './body/open-streams.ts'
import { createChatService } from './chat/chat-service.ts'
import type { AgentSurroundings } from './chat/chats.ts'
import { createApp } from './create-app.ts'
import { createAuthTokens } from './guard/auth-tokens.ts'
import { isLoopback, listHosts, toLinkHost } from './guard/host-names.ts'
import { openLogSearch } from './search/search-logs.ts'
import { createRowMaker } from './sessions/row-maker.ts'
import { createSessionCounts } from './sessions/session-counts.ts'
import { createSessionFeed, toSessionFile } from './sessions/session-feed.ts'
import { startJobProcess, startJobProgram } from './workers/start-job-process.ts'
import { createWorkers } from './workers/workers.ts'

export type ServerOptions = {
  /** Folders that hold `projects`: nothing outside of them is read. */
  readonly roots: readonly string[]
  /** The folder of the built page. */
  readonly assets: string
  /** A free one unless told. */
  readonly port?: number
  /** This machine alone unless told. */
  readonly host?: string
  /** A new one unless told. */
  readonly token?: string
  /** Where the search index may be kept; none is written unless told. */
  readonly cacheFolder?: string | null
  /** Where the person's settings and marks are kept; nothing is unless told. */
  readonly configFolder?: string | null
  /** Whether the sessions are the bundled ones. */
  readonly hasExamples?: boolean
  /** Further names under which it is reached, as a browser says them in `Host`. */
  readonly hostNames?: readonly string[]
  /** Who may say in a header who somebody is; nobody unless told. */
  readonly proxy?: TrustedProxy | null
  /** How many logs may be read whole at once, each in a process of its own; none: in this one. Two unless told. */
  readonly workers?: number
  /** The program of those processes, where it does not stand beside the server's own. */
  readonly jobProgram?: string
  /** The store whose sessions are shown: its folder is the only root then. The server does not close it. */
  readonly fleet?: StoreCopy | null
  /** What agents need of the world; this process's environment and folder unless told. */
  readonly agents?: AgentSurroundings
  /** What agents that ask at `/mcp` are told, beside what they may see; every project without its secrets unless told. */
  readonly recall?: RecallWish
}

export interface RunningServer {
  /** The link for a person: it holds the token behind `#`, which browsers send to nobody. */
  readonly url: string
  /** A link that works once. */
  invite(): string
  /** Without the token. */
  readonly origin: string
  readonly token: string
  /** Answers that are still being sent. */
  openStreams(): number
  close(): Promise<void>
}

/** Listens at once, before anything is read. Throws the system's error where the address is taken. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { roots, assets, host = '127.0.0.1', cacheFolder = null, configFolder = null, fleet = null } = options
  const { hostNames = [], proxy = null } = options
  const auth = createAuthTokens(options.token)
  const streams = createOpenStreams({ limit: MAX_STREAMS })
  const { workers: most = 2, jobProgram } = options
  const start = jobProgram === undefined ? startJobProcess : () => startJobProgram(jobProgram)
  const workers = createWorkers({ most, start, roots, cacheFolder })
  const counts = createSessionCounts({
    cacheFolder,
    count: (paths, signal) => workers.run('count', paths, { signal }),
    onCounted: paths => feed.look(paths.flatMap(path => toSessionFile(path, roots) ?? [])),
  })
  const beginRows = createRowMaker({ configFolder, counts, fleet })
  const feed = createSessionFeed({ roots, configFolder, beginRows, counts, fleet })
  fleet?.onChange(feed.tellStore)
  const search = openLogSearch({
    roots,
    cacheFolder,
    index: (damaged, signal) => workers.run('index', damaged, { signal }),
  })
  const surroundings = { env: process.env, cwd: process.cwd(), ...options.agents }
  const chats = createChatService({
    ...surroundings,
    ...{ roots, fleet },
    url: () => origin,
    onRunning: feed.tellAgents,
  })
  const names = hostNames.map(name => name.toLowerCase())
  const door = createDoorkeeper({
    ...{ auth, proxy, roots, names },
    readAccess: createAccessReader(configFolder),
    isLinkLocal: !isLoopback(host) || proxy !== null,
  })
  const gate = createGate({
    ...{ roots, cwd: surroundings.cwd, isStillIn: door.isStillIn },
    findChatPath: chat => chats.find(chat)?.path,
    findAsked: (chat, requestId) => chats.find(chat)?.findAsked(requestId) ?? null,
    writeRecord: configFolder === null ? null : record => appendAuditRecord(configFolder, record),
  })
  const recall = createRecallRoute({
    ...{ roots, cacheFolder, door, freshen: search.freshen },
    usageCache: cacheFolder === null ? null : join(cacheFolder, 'usage'),
    wish: options.recall ?? { scope: { kind: 'all' }, isRedacting: true },
  })
  let port = 0
  let origin = ''
  let hosts: readonly string[] = []
  const app = createApp({
    about: { version: readVersion(), hasExamples: options.hasExamples === true },
    roots,
    assets,
    door,
    gate,
    streams,
    configFolder,
    feed,
    fleet,
    beginRows,
    counts,
    search,
    chats,
    workers,
    recall,
    hosts: () => hosts,
    secureHosts: names,
    // Cookies know no ports: two servers must not take each other's.
    cookieName: () => `antiphon-${port}`,
  })
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false })
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  // One connection that fails is no reason to end.
  server.on('error', () => {})
  port = portOf(server.address())
  hosts = listHosts({ host, port, names: hostNames })
  origin = `http://${toLinkHost(host)}:${port}`
  const toLink = (token: string): string => `${origin}/#token=${token}`
  return {
    url: toLink(auth.token),
    invite: () => toLink(auth.invite()),
    origin,
    token: auth.token,
    openStreams: streams.count,
    async close() {
      const closed = once(server, 'close')
      server.close()
      streams.close()
      feed.close()
      counts.close()
      await chats.close()
      await search.close()
      await recall.close()
      await workers.close()
      if (server instanceof Server) server.closeAllConnections()
      await closed
    },
  }
}

const MAX_STREAMS = 128

function portOf(address: ReturnType<Server['address']>): number {
  return typeof address === 'object' && address ? address.port : 0
}
