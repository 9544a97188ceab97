import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acquireDriverLease, acquireLease, isDriven, isLeased, type Lease } from './lease.ts'

let root = ''
let held: Lease[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'antiphon-lease-'))
})

afterEach(async () => {
  await Promise.all(held.map(lease => lease.release()))
  held = []
  rmSync(root, { recursive: true, force: true })
})

describe('acquireDriverLease', () => {
  it('is for one, before whom nobody writes, and leaves the lease to the program that is driven', async () => {
    const path = join(root, 'log.jsonl')
    const driver = await acquireDriverLease(path)
    expect(driver).not.toBeNull()
    expect(await acquireDriverLease(path)).toBeNull()
    expect([await isDriven(path), await isLeased(path)]).toEqual([true, true])
    const program = await take(path)
    expect(program).not.toBeNull()
    await driver?.release()
    expect([await isDriven(path), await isLeased(path)]).toEqual([false, true])
    expect(await acquireDriverLease(path)).toBeNull()
    expect(await isDriven(path)).toBe(false)
    await program?.release()
    expect(await isLeased(path)).toBe(false)
  })

  it('is of the file, whatever it is called', async () => {
    const path = join(root, 'log.jsonl')
    writeFileSync(path, '')
    symlinkSync(path, join(root, 'link.jsonl'))
    const driver = await acquireDriverLease(join(root, 'link.jsonl'))
    expect(await isDriven(path)).toBe(true)
    await driver?.release()
  })
})

describe('acquireLease', () => {
  it('gives a file to one of many at a time', async () => {
    const path = join(root, 'log.jsonl')
    const leases = await Promise.all(Array.from({ length: 8 }, () => take(path)))
    expect(leases.filter(lease => lease !== null)).toHaveLength(1)
    expect(await take(join(root, 'other.jsonl'))).not.toBeNull()
  })

  it('shows to those who ask, who do not take it', async () => {
    const path = join(root, 'log.jsonl')
    expect(await isLeased(path)).toBe(false)
    const lease = await take(path)
    expect(await Promise.all([isLeased(path), isLeased(path)])).toEqual([true, true])
    await lease?.release()
    expect(await isLeased(path)).toBe(false)
    expect(await take(path)).not.toBeNull()
  })

  it('is free again after the release, at once', async () => {
    const path = join(root, 'log.jsonl')
    for (let round = 0; round < 20; round++) {
      const lease = await acquireLease(path)
      expect(lease).not.toBeNull()
      await lease?.release()
    }
  })

  it('knows a file by each of its paths, before and after it exists', async () => {
    mkdirSync(join(root, 'real'))
    symlinkSync(join(root, 'real'), join(root, 'link'), 'dir')
    const path = join(root, 'real', 'log.jsonl')
    expect(await take(path)).not.toBeNull()
    writeFileSync(path, '')
    for (const other of [
      join(root, 'link', 'log.jsonl'),
      join(root, 'real', '..', 'real', 'log.jsonl'),
      relative(process.cwd(), path),
    ])
      expect(await acquireLease(other)).toBeNull()
  })

  it('keeps other processes out, and is taken back from one that is killed', async () => {
    const path = join(root, 'log.jsonl')
    const holder = spawn(
      process.execPath,
      ['--import', TSX, '--conditions=@antiphon/source', '--eval', HOLD, path],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        timeout: 30_000,
        killSignal: 'SIGKILL',
      },
    )
    const ended = once(holder, 'close')
    const [said] = await once(holder.stdout, 'data')
    expect(String(said)).toBe('held\n')
    expect(await acquireLease(path)).toBeNull()
    holder.kill('SIGKILL')
    await ended
    expect(await take(path)).not.toBeNull()
  })

  it('is no reason for a process to stay', async () => {
    const [code] = await once(
      spawn(
        process.execPath,
        ['--import', TSX, '--conditions=@antiphon/source', '--eval', LEAVE, join(root, 'log')],
        {
          stdio: 'inherit',
          timeout: 30_000,
        },
      ),
      'close',
    )
    expect(code).toBe(0)
  })
})

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const LEASE = JSON.stringify(fileURLToPath(new URL('./lease.ts', import.meta.url)))
const LEAVE = `import(${LEASE}).then(({ acquireLease }) => acquireLease(process.argv.at(-1)))`
const HOLD = `${LEAVE}.then(lease => { process.stdout.write(lease ? 'held\\n' : 'none\\n'); setTimeout(() => {}, 60_000) })`

async function take(path: string): Promise<Lease | null> {
  const lease = await acquireLease(path)
  if (lease) held.push(lease)
  return lease
}
