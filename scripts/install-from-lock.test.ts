import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packagesOf } from './set-up/lock-file.mjs'
import { readRegistries } from './set-up/read-registries.mjs'
import { type LocalRegistry, startRegistry, tarballPath } from './set-up/testing/local-registry.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LOCK = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
const isOn = process.env.CI === 'true'
if (!isOn) console.warn('skipped: a whole install from the lock, which takes a minute; CI=true runs it')
const ATTEMPTS = 4
/** What a clone brought before there was a lock. */
const MEGABYTES_BEFORE = 385

type Entry = { readonly name: string; readonly version: string; readonly integrity: string }

type Installed = {
  readonly name: string
  readonly tree: string
  /** Whether it needed more than a start does. */
  readonly everything: boolean
  readonly begin: number
  readonly said: string
}

/** A clone on a machine that has nothing: no cache, and a registry that knows the lock's packages and nothing else. */
describe.skipIf(!isOn)('a fresh clone with an empty cache (skipped: only CI=true runs it)', () => {
  let folder: string
  let registry: LocalRegistry
  let fetched = 0
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'antiphon-clone-'))
    const known = new Map<string, Entry>(packagesOf(LOCK).map(entry => [tarballPath(entry), entry]))
    const fetchTarball = await createFetcher()
    fetched = 0
    registry = await startRegistry([], (path, response) => {
      const entry = known.get(path)
      if (entry) void answer(entry, response)
      return entry !== undefined
    })
    async function answer(entry: Entry, response: ServerResponse): Promise<void> {
      const tarball = await fetchTarball(entry)
      fetched += tarball?.length ?? 0
      response.writeHead(tarball ? 200 : 503).end(tarball)
    }
  })
  afterEach(async () => {
    await registry.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function copyTree(): string {
    const tree = join(folder, 'tree')
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    for (const file of files.split('\0').filter(name => existsSync(join(ROOT, name)) && name !== '')) {
      mkdirSync(dirname(join(tree, file)), { recursive: true })
      cpSync(join(ROOT, file), join(tree, file))
    }
    return tree
  }

  it('installs for `npm test` what the lock names, one request a package', { timeout: 900_000 }, async () => {
    const tree = copyTree()
    const begin = Date.now()
    const program = 'scripts/set-up/testing/install-program.mjs'
    const { status, output } = await run(process.execPath, [program, '.', 'everything'], {
      cwd: tree,
      env: cleanEnvironment(),
    })
    expect(status, output).toBe(0)
    checkRequests({ name: 'the install for npm test', tree, everything: true, begin, said: output })
  })

  it('starts with what the lock names for it, one request a package, though the first start was stopped while it built', {
    timeout: 900_000,
  }, async () => {
    const tree = copyTree()
    const start = ['start', '--', 'ls', '--json']
    const begin = Date.now()
    const stopped = await run('npm', start, {
      cwd: tree,
      env: cleanEnvironment(),
      stopAt: 'putting the executable together',
    })
    expect(stopped.status, stopped.output).not.toBe(0)
    expect(stopped.output).toContain('set-up: stopped. Nothing half is left')
    expect(readdirSync(join(tree, '.set-up'))).toEqual([])
    const asked = registry.asked.length
    const { status, output } = await run('npm', start, { cwd: tree, env: cleanEnvironment() })
    expect(status, output).toBe(0)
    expect(output).toContain('putting the executable together')
    expect(registry.asked.length).toBe(asked)
    checkRequests({ name: 'npm start', tree, everything: false, begin, said: stopped.output + output })
  })

  function cleanEnvironment(): NodeJS.ProcessEnv {
    return {
      ...{ PATH: process.env.PATH, HOME: folder },
      ...{ npm_config_registry: registry.url, npm_config_cache: join(folder, 'cache') },
    }
  }

  function checkRequests({ name, tree, everything, begin, said }: Installed): void {
    const seconds = ((Date.now() - begin) / 1000).toFixed(0)
    // Engines of peers that only benches need are not the reader's concern.
    expect(said).not.toMatch(/warn|EBADENGINE/i)
    const wanted = packagesOf(LOCK, { everything }).map(tarballPath)
    expect([...new Set(registry.asked)].toSorted()).toEqual([...new Set(wanted)].toSorted())
    // A package that stands in two places may be asked for twice.
    expect(registry.asked.length).toBeLessThanOrEqual(wanted.length)
    const size = Number.parseInt(
      execFileSync('du', ['-sm', join(tree, 'node_modules')], { encoding: 'utf8' }),
      10,
    )
    if (!everything) expect(size).toBeLessThanOrEqual(MEGABYTES_BEFORE / 2)
    console.log(
      `${name} of a fresh clone: ${wanted.length} packages, ${registry.asked.length} requests, ${(fetched / 1e6).toFixed(0)} MB fetched, ${size} MB on disk, ${seconds} s with the registry on this machine`,
    )
  }
})

type RunOptions = {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** The words at which a person presses Ctrl-C. */
  readonly stopAt?: string
}

type Ran = { readonly status: number | null; readonly output: string }

async function run(program: string, args: readonly string[], { stopAt, ...where }: RunOptions): Promise<Ran> {
  // A terminal sends its signal to all of the group.
  const child = spawn(program, args, { ...where, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  function hear(text: unknown): void {
    const wasSaid = stopAt !== undefined && output.includes(stopAt)
    output += String(text)
    if (stopAt !== undefined && !wasSaid && output.includes(stopAt)) process.kill(-(child.pid ?? 0), 'SIGINT')
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', hear)
  const [status] = await once(child, 'close')
  return { status, output }
}

/** Gives a package's bytes: those that the set-up of this run has fetched already, else the registry's. */
async function createFetcher(): Promise<(entry: Entry) => Promise<Buffer | undefined>> {
  const registryOf = await readRegistries(ROOT, process.env)
  const { stdout } = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' })
  return async entry => {
    const hash = Buffer.from(entry.integrity.slice('sha512-'.length), 'base64').toString('hex')
    const parts = [hash.slice(0, 2), hash.slice(2, 4), hash.slice(4)]
    const cached = join(stdout.trim(), '_cacache', 'content-v2', 'sha512', ...parts)
    if (existsSync(cached)) return readFileSync(cached)
    const address = `${registryOf?.(entry.name).slice(0, -1)}${tarballPath(entry)}`
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const response = await fetch(address).catch(() => undefined)
      if (response?.ok) return Buffer.from(await response.arrayBuffer())
    }
  }
}
