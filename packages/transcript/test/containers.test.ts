import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { decodeLines, encodeEntry } from '@antiphon/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixFile } from '../src/doctor/fix-file.ts'
import { acquireLease, isLeased, type Lease } from '../src/file/lease.ts'
import { isLockName, LOCK_TIMES, type LockTimes, readLock, toLockPath } from '../src/file/lock-file.ts'
import { toLogPath } from '../src/file/log-path.ts'
import { createFileStore } from '../src/file-store/file-store.ts'
import { createNumberedEntry, readNumbers } from './numbered-entry.ts'
import type { LeaseProcessOptions } from './process/lease-process.ts'
import { whyNoNamespaces, withReason } from './process/requirements.ts'
import { LONG, quickReason, rounds } from './process/soak.ts'

const KEY = { project: 'p', session: 's' }
const NETWORK = ['unshare', '--net']
const CONTAINER = ['unshare', '--net', '--pid', '--fork', '--mount-proc', '--kill-child']
/** Long enough for a busy machine to show its heartbeat, and short enough to wait for. */
const QUICK: LockTimes = { beatMs: 100, silentMs: 2_000, graceMs: 500 }

const reason = quickReason ?? whyNoNamespaces()

let root = ''
let started: Distant[] = []
let held: Lease[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'antiphon-containers-'))
})
afterEach(async () => {
  await Promise.all(started.map(distant => distant.kill()))
  await Promise.all(held.map(lease => lease.release()))
  started = []
  held = []
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(reason !== null)(withReason('a log that containers share', reason), () => {
  const path = (): string => toLogPath(root, KEY)

  it.each([
    ['a network', NETWORK],
    ['a network and processes', CONTAINER],
  ])(
    'is kept from everybody while a writer with %s of its own has it, and is free when that is done',
    async (_, prefix) => {
      const writer = start(prefix, LOCK_TIMES)
      expect(await writer.append(1)).toBe('appended')
      expect(await isLeased(path())).toBe(true)
      expect(await take()).toBeNull()
      const store = createFileStore({ root })
      const refused = await store.append(KEY, [createNumberedEntry(2)])
      expect(refused).toMatchObject({ status: 'conflict', reason: 'leased' })
      await expect(store.delete(KEY)).rejects.toMatchObject({ code: 'in-use' })
      await store.close()
      expect(await fixFile(path(), { now: new Date(0) })).toMatchObject({
        status: 'refused',
        reason: 'in-use',
      })
      expect(await start(NETWORK, LOCK_TIMES).append(3)).toBe('conflict')
      expect(await writer.append(2)).toBe('appended')
      await writer.end()
      expect(readNames()).toEqual(['s.jsonl'])
      expect(await isLeased(path())).toBe(false)
      expect(await take()).not.toBeNull()
      expect(readNumbers(decodeLines(readFileSync(path())))).toEqual([1, 2])
    },
    LONG,
  )

  it('says of a holder that cannot be seen who it is, and what to do', async () => {
    expect(await start(CONTAINER, LOCK_TIMES).append(1)).toBe('appended')
    const outcome = await fixFile(path(), { now: new Date(0) })
    const detail = outcome.status === 'refused' ? outcome.detail : ''
    expect(detail).toMatch(
      /^another process writes this session; end it and try again\. It is process \d+ on /,
    )
    expect(detail).toContain('30 s after it was last seen')
    expect(detail).toContain(`delete ${toLockPath(path())}`)
    // Whoever is sure deletes it, and the holder notices.
    rmSync(toLockPath(path()))
    expect(await take()).not.toBeNull()
    expect(await started[0]?.append(2)).toBe('conflict')
  })

  it('is free at once after a writer was killed whose pid can be seen, whatever its network', async () => {
    const writer = start(NETWORK, LOCK_TIMES)
    expect(await writer.append(1)).toBe('appended')
    await writer.kill()
    expect(readLock(toLockPath(path()))).not.toBeNull()
    expect(await isLeased(path())).toBe(false)
    const lease = await take()
    expect(lease?.isHeld()).toBe(true)
    await lease?.release()
    expect(readNames()).toEqual(['s.jsonl'])
  })

  it('is free a while after a writer was killed whose pid cannot be seen, and no sooner', async () => {
    const writer = start(CONTAINER, QUICK)
    expect(await writer.append(1)).toBe('appended')
    await writer.kill()
    const seenAt = readLock(toLockPath(path()))?.seenAt ?? 0
    let lease: Lease | null = null
    while (lease === null) {
      const askedAt = Date.now()
      lease = await take(QUICK)
      if (lease !== null) expect(Date.now() - seenAt).toBeGreaterThanOrEqual(QUICK.silentMs)
      else expect(askedAt - seenAt).toBeLessThan(20_000)
      await sleep(50)
    }
    expect(readNames()).toEqual([LOCK_NAME, 's.jsonl'])
  })

  it('is not written any more by one that slept until it was taken for dead', async () => {
    const sleeper = start(CONTAINER, QUICK)
    expect(await sleeper.append(1)).toBe('appended')
    sleeper.signal('SIGSTOP')
    const store = createFileStore({ root, acquireLease: path => acquireLease(path, QUICK) })
    while ((await store.append(KEY, [createNumberedEntry(2)])).status === 'conflict') await sleep(50)
    sleeper.signal('SIGCONT')
    expect(await sleeper.append(3)).toBe('conflict')
    expect(await store.append(KEY, [createNumberedEntry(4)])).toMatchObject({ status: 'appended' })
    await sleeper.end()
    expect(await store.append(KEY, [createNumberedEntry(5)])).toMatchObject({ status: 'appended' })
    await store.close()
    expect(readNumbers(decodeLines(readFileSync(path())))).toEqual([1, 2, 4, 5])
    expect(readNames()).toEqual(['s.jsonl'])
  })

  it(
    'goes to one of many that find its writer dead',
    async () => {
      for (let round = 0; round < rounds(1, 20); round++) {
        const victim = start(NETWORK, LOCK_TIMES)
        expect(await victim.append(round * 10)).toBe('appended')
        const others = Array.from({ length: 4 }, () => start(NETWORK, LOCK_TIMES))
        // Started, and waiting for their word.
        await Promise.all(others.map(other => other.isReady))
        await victim.kill()
        const outcomes = await Promise.all(others.map((other, index) => other.append(round * 10 + index + 1)))
        expect(outcomes.toSorted()).toEqual(['appended', 'conflict', 'conflict', 'conflict'])
        await Promise.all(others.map(other => other.end()))
        expect(readNames()).toEqual(['s.jsonl'])
      }
    },
    LONG,
  )

  it('is the same log where it is mounted under another path', async () => {
    const elsewhere = join(root, 'elsewhere')
    mkdirSync(elsewhere)
    mkdirSync(join(root, 'home'))
    const mount = `mount --bind '${join(root, 'home')}' '${elsewhere}' && exec "$@"`
    const writer = start(['unshare', '--mount', 'sh', '-c', mount, 'sh'], LOCK_TIMES, elsewhere)
    expect(await writer.append(1)).toBe('appended')
    const here = toLogPath(join(root, 'home'), KEY)
    expect(await isLeased(here)).toBe(true)
    expect(await acquireLease(here)).toBeNull()
    await writer.kill()
    const lease = await acquireLease(here)
    if (lease) held.push(lease)
    expect(lease).not.toBeNull()
  })

  it('is not held by a lock that somebody left half written', async () => {
    mkdirSync(dirname(path()), { recursive: true })
    writeFileSync(path(), encodeEntry(createNumberedEntry(0)))
    writeFileSync(toLockPath(path()), '')
    expect(await isLeased(path())).toBe(true)
    expect(await take()).not.toBeNull()
  })

  const LOCK_NAME = '.s.jsonl.lock'

  function readNames(): readonly string[] {
    const names = readdirSync(dirname(path())).toSorted()
    expect(names.filter(name => name !== 's.jsonl').every(isLockName)).toBe(true)
    return names
  }

  async function take(times = LOCK_TIMES): Promise<Lease | null> {
    const lease = await acquireLease(path(), times)
    if (lease) held.push(lease)
    return lease
  }
})

type Distant = {
  readonly isReady: Promise<unknown>
  /** Appends an entry of that number, and says what came of it. */
  readonly append: (number: number) => Promise<string>
  readonly signal: (signal: NodeJS.Signals) => void
  /** Lets it come to its end. */
  readonly end: () => Promise<void>
  readonly kill: () => Promise<void>
}

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const SCRIPT = fileURLToPath(new URL('./process/lease-process.ts', import.meta.url))

/** A process in a container of its own. */
function start(prefix: readonly string[], times: LockTimes, home = root): Distant {
  const options: LeaseProcessOptions = { root: home, times }
  const [command = '', ...args] = prefix
  const node = [process.execPath, '--import', TSX, '--conditions=@antiphon/source', SCRIPT]
  // A group of its own, so that `unshare` and what it runs end together.
  const child = spawn(command, [...args, ...node, JSON.stringify(options)], { detached: true })
  child.stderr.pipe(process.stderr)
  const closed = once(child, 'close')
  const lines = createInterface({ input: child.stdout })
  const isReady = nextLine(lines)
  const distant: Distant = {
    isReady,
    async append(number) {
      await isReady
      const answer = nextLine(lines)
      child.stdin.write(`${number}\n`)
      return answer
    },
    signal: signal => killGroup(child, signal),
    async end() {
      child.stdin.end()
      await closed
    },
    async kill() {
      killGroup(child, 'SIGKILL')
      await closed
    },
  }
  started.push(distant)
  return distant
}

async function nextLine(lines: Interface): Promise<string> {
  const [line] = await once(lines, 'line')
  return String(line)
}

function killGroup(
  { pid, exitCode, signalCode }: ChildProcessWithoutNullStreams,
  signal: NodeJS.Signals,
): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  process.kill(-pid, signal)
}
