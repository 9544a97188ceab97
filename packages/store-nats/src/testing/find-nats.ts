import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The first version that tells a batch of messages by one question, which reading needs. */
const OLDEST: readonly [number, number] = [2, 11]

/** The server's program, or why there is none. */
export type FoundServer = { readonly program: string; readonly version: string } | { readonly reason: string }

/** `NATS_SERVER`, a Debian package in `../shared/servers`, or the path, whichever is new enough first. */
export function findNats(env: Readonly<Record<string, string | undefined>> = process.env): FoundServer {
  const named = env.NATS_SERVER
  const candidates = named
    ? [named]
    : [...unpackShared(), ...(env.PATH ?? '').split(delimiter).map(folder => join(folder, 'nats-server'))]
  const old: string[] = []
  for (const program of candidates) {
    if (!existsSync(program)) continue
    const version = readVersion(program)
    if (version && isNewEnough(version)) return { program, version }
    old.push(`${program} is ${version ?? 'no nats-server'}`)
  }
  const seen = old.length > 0 ? ` (${old.join(', ')})` : ''
  return { reason: `needs nats-server 2.11 or newer: NATS_SERVER may name it${seen}` }
}

const FOUND = findNats()

/** Whether tests that need a server run. */
export const RUNS_NATS: boolean = 'program' in FOUND

/** What a test that needs a server is called where there is none. */
export const NATS_NOTE: string = 'program' in FOUND ? '' : ` (${FOUND.reason})`
if ('reason' in FOUND) console.warn(`skipped: the store on NATS JetStream (${FOUND.reason})`)

/** The program that tests start; throws where there is none. */
export function natsProgram(): string {
  if ('program' in FOUND) return FOUND.program
  throw new Error(FOUND.reason)
}

function readVersion(program: string): string | null {
  try {
    return /v(\d+\.\d+\.\d+\S*)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1] ?? null
  } catch {
    return null
  }
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

/** Packages are unpacked once, into a folder of this machine's temporary files; nothing is installed. */
function unpackShared(): readonly string[] {
  const shared = fileURLToPath(new URL('../../../../../shared/servers', import.meta.url))
  if (!existsSync(shared)) return []
  const packages = readdirSync(shared).filter(name => /^nats-server_.*\.deb$/.test(name))
  return packages.flatMap(name => {
    const key = createHash('sha256').update(join(shared, name)).digest('hex').slice(0, 12)
    const folder = join(tmpdir(), `antiphon-nats-server-${key}`)
    if (!existsSync(folder)) unpack(join(shared, name), folder)
    const [found] = ['usr/sbin', 'usr/bin']
      .map(place => join(folder, place, 'nats-server'))
      .filter(existsSync)
    return found ? [found] : []
  })
}

/** Several test files may do it at once: the first that is done counts. */
function unpack(archive: string, folder: string): void {
  mkdirSync(tmpdir(), { recursive: true })
  const beside = mkdtempSync(`${folder}-`)
  try {
    execFileSync('dpkg-deb', ['-x', archive, beside], { stdio: 'ignore' })
    renameSync(beside, folder)
  } catch {
    rmSync(beside, { recursive: true, force: true })
  }
}
