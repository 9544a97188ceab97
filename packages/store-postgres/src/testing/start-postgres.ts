import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'

/** A server of a test's own, on 127.0.0.1, with its data in a folder that goes with it. */
export type TestServer = {
  readonly url: string
  readonly port: number
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  /** Stops all of its processes where they are, as a machine that stands still does. */
  readonly pause: () => void
  readonly resume: () => void
  /** Asks it once. */
  readonly ask: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly close: () => Promise<void>
}

const PROGRAMS: readonly string[] = ['initdb', 'postgres', 'pg_basebackup']

/** Whether tests that need a server run: CI on Linux installs one, and fails where it could not. */
export const RUNS_POSTGRES: boolean =
  findPostgres() !== null || (process.env.CI !== undefined && process.platform === 'linux')

/** What a test that needs a server is called where there is none. */
export const POSTGRES_NOTE: string = RUNS_POSTGRES ? '' : ' (needs PostgreSQL: apt-get install postgresql)'

/** The folder of PostgreSQL's programs (`POSTGRES_PROGRAMS` may name it); null where it is not installed. */
export function findPostgres(): string | null {
  const named = process.env.POSTGRES_PROGRAMS
  const folders = named ? [named] : [...(process.env.PATH ?? '').split(':'), ...listVersions()]
  const isWhole = (folder: string): boolean => PROGRAMS.every(name => existsSync(join(folder, name)))
  return folders.find(isWhole) ?? null
}

function listVersions(): readonly string[] {
  const root = '/usr/lib/postgresql'
  return existsSync(root) ? readdirSync(root).map(version => join(root, version, 'bin')) : []
}

/** Makes a cluster, or a standby of one, and starts it; everything is synced as in production unless told. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  primary: Pick<TestServer, 'port'> | null = null,
  place: string = tmpdir(),
): Promise<TestServer> {
  const programs = findPostgres()
  if (programs === null) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  const folder = mkdtempSync(join(place, 'antiphon-postgres-'))
  const user = findUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder }
  const [program, args] = primary ? toBackup(data, primary.port) : toCluster(data)
  await promisify(execFile)(join(programs, program), [...args], options)
  const port = await findPort()
  const url = `postgresql://antiphon@127.0.0.1:${port}/postgres`
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    shared_buffers: '32MB',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let child: ChildProcess | null = null

  function launch(): ChildProcess {
    const started = spawn(join(programs ?? '', 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...options,
      stdio: 'ignore',
    })
    // After a crash it is refused until the last of the old server's processes has gone.
    started.once('exit', code => {
      setTimeout(() => {
        if (child === started && code !== 0) child = launch()
      }, 100)
    })
    return started
  }

  async function start(): Promise<void> {
    child = launch()
    await waitUntilReady(url)
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }

  const signalAll = (signal: NodeJS.Signals): void => {
    for (const pid of child?.pid === undefined ? [] : [child.pid, ...listChildren(child.pid)])
      try {
        process.kill(pid, signal)
      } catch {
        // Its connection closed since it was listed.
      }
  }

  // A test that dies leaves no server behind.
  const endWithTest = (): void => void child?.kill('SIGQUIT')
  process.once('exit', endWithTest)
  await start()
  return {
    ...{ url, port, start },
    kill: () => end('SIGKILL'),
    ask: text => ask(url, text),
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async close() {
      signalAll('SIGCONT')
      await end('SIGINT')
      process.off('exit', endWithTest)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ask(url: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

type Making = readonly [program: string, args: readonly string[]]

function toCluster(data: string): Making {
  return ['initdb', ['-D', data, '-U', 'antiphon', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']]
}

/** A copy that goes on receiving what the primary writes. */
function toBackup(data: string, port: number): Making {
  const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'antiphon']
  return ['pg_basebackup', [...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']]
}

/** PostgreSQL refuses to run as root: then as the user that its package made, or as nobody. */
export function findUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  return { uid: 65_534, gid: 65_534 }
}

/** A server's processes have sessions of their own: no signal reaches them all at once. */
function listChildren(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(name => {
      try {
        // Behind the name, which may hold anything, stand the state and the parent.
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
    .map(Number)
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

async function waitUntilReady(url: string): Promise<void> {
  const until = Date.now() + 30_000
  for (;;) {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('SELECT 1')
      return await client.end()
    } catch (error) {
      // One that never connected never says that it has ended.
      client.end().catch(() => undefined)
      if (Date.now() > until) throw error
      await wait(50)
    }
  }
}
