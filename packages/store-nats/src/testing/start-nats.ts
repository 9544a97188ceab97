import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { natsProgram } from './find-nats.ts'

/** A server of a test's own, on 127.0.0.1, with its data in a folder that goes with it. */
export type NatsNode = {
  readonly name: string
  readonly url: string
  readonly port: number
  readonly monitor: string
  readonly folder: string
  /** Null while it does not run. */
  readonly pid: () => number | null
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  /** Stops it where it is, as a machine that stands still does. */
  readonly pause: () => void
  readonly resume: () => void
  readonly close: () => Promise<void>
}

const LOOPBACK = '127.0.0.1'

/** Several that keep the same logs. */
export type NatsCluster = {
  readonly url: string
  readonly nodes: readonly NatsNode[]
  readonly close: () => Promise<void>
}

/** Where a server of a cluster runs. */
export type NatsPlace = {
  /** Where the folder of its data is made. */
  readonly folder?: string
  /** Its own address, where it is not 127.0.0.1, and the command that starts programs there. */
  readonly host?: string
  readonly command?: readonly string[]
}

export type NatsSettings = {
  /** Syncs before it acknowledges, as in production; unless told otherwise. */
  readonly isSynced?: boolean
  /** More of its configuration. */
  readonly more?: string
}

/** Starts one server by itself. */
export async function startNats(settings: NatsSettings = {}): Promise<NatsNode> {
  const [port, monitor] = [await findPort(), await findPort()]
  return startNode({ ...settings, name: 'one', port, monitor, cluster: '', place: {} })
}

/** Starts several as a cluster, three unless their places are told. */
export async function startCluster(
  settings: NatsSettings = {},
  places: readonly NatsPlace[] = [{}, {}, {}],
): Promise<NatsCluster> {
  const ports = await Promise.all(
    places.map(async place => ({
      place,
      host: place.host ?? LOOPBACK,
      port: await findPort(),
      monitor: await findPort(),
      route: await findPort(),
    })),
  )
  const routes = ports.map(({ host, route }) => `nats://${host}:${route}`).join(', ')
  const nodes = await Promise.all(
    ports.map(({ place, host, port, monitor, route }, index) =>
      startNode({
        ...settings,
        ...{ name: `n${index + 1}`, port, monitor, place },
        cluster: `cluster { name: test, listen: "${host}:${route}", routes: [${routes}] }`,
      }),
    ),
  )
  return {
    url: `nats://${ports.map(({ host, port }) => `${host}:${port}`).join()}`,
    nodes,
    async close() {
      await Promise.all(nodes.map(node => node.close()))
    },
  }
}

type NodeOptions = NatsSettings & {
  readonly name: string
  readonly port: number
  readonly monitor: number
  readonly cluster: string
  readonly place: NatsPlace
}

async function startNode(options: NodeOptions): Promise<NatsNode> {
  const { name, port, cluster, isSynced = true, more = '', place } = options
  const { host = LOOPBACK, command = [] } = place
  // What it is told and what it says outlive the power of the disk that it keeps its data on.
  const own = mkdtempSync(join(tmpdir(), 'antiphon-nats-'))
  const folder = place.folder ?? own
  const sync = isSynced ? ', sync_interval: always' : ''
  const config = join(own, 'server.conf')
  writeFileSync(
    config,
    [
      `server_name: ${name}`,
      `listen: "${host}:${port}"`,
      `http: "${host}:${options.monitor}"`,
      `jetstream { store_dir: "${folder}"${sync} }`,
      `log_file: "${join(own, 'server.log')}"`,
      ...[cluster, more],
    ].join('\n'),
  )
  const monitor = `http://${host}:${options.monitor}`
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const [program = '', ...words] = [...command, natsProgram(), '-c', config]
    child = spawn(program, words, { stdio: 'ignore' })
    await waitUntilHealthy(monitor, cluster !== '')
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }

  // A test that dies leaves no server behind.
  const endWithTest = (): void => void child?.kill('SIGKILL')
  process.once('exit', endWithTest)
  await start()
  return {
    ...{ name, port, start, folder: own },
    url: `nats://${host}:${port}`,
    monitor,
    pid: () => child?.pid ?? null,
    kill: () => end('SIGKILL'),
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async close() {
      child?.kill('SIGCONT')
      await end('SIGKILL')
      process.off('exit', endWithTest)
      rmSync(own, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** One of a cluster has to be heard of only: alone it is not whole. */
async function waitUntilHealthy(monitor: string, isOfCluster: boolean): Promise<void> {
  const until = Date.now() + 30_000
  for (;;) {
    const path = isOfCluster ? 'varz' : 'healthz'
    const answer = await fetch(`${monitor}/${path}`).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > until) throw new Error('the server does not answer')
    await wait(30)
  }
}

/** A port that nobody has now. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
