import { describe, expect, it } from 'vitest'
import { createFakeDisk, type FakeDisk, type FakeDiskOptions } from '../testing/fake-disk.ts'
import { createWriterPool, type WriterPool } from './writer-pool.ts'

const PATH = '/logs/a.jsonl'
const LINE = Buffer.from('{}\n')

describe('createWriterPool', () => {
  it('opens a file once for all who ask', async () => {
    const { pool, disk } = create()
    const files = await Promise.all([pool.open(PATH), pool.open(PATH), pool.open(PATH)])
    expect(new Set(files).size).toBe(1)
    expect(disk.operations.filter(({ name }) => name === 'open')).toHaveLength(1)
  })

  it('has no writer while another has the lease, and asks again the next time', async () => {
    const { pool, leases } = create()
    leases.add(PATH)
    expect(await pool.open(PATH)).toBeNull()
    leases.delete(PATH)
    expect(await pool.open(PATH)).not.toBeNull()
  })

  it('gives the lease back where the file cannot be opened, and tries again the next time', async () => {
    let isBroken = true
    const { pool, leases } = create({
      fault: ({ name }) => (isBroken && name === 'open' ? { code: 'EIO' } : undefined),
    })
    await expect(pool.open(PATH)).rejects.toMatchObject({ code: 'io' })
    expect(leases.size).toBe(0)
    isBroken = false
    expect(await pool.open(PATH)).not.toBeNull()
  })

  it('gives the lease back only after all is durable', async () => {
    const { pool, leases, disk } = create({ syncTurns: 5 })
    const file = await pool.open(PATH)
    const writing = file?.write(LINE)
    const releasing = [pool.release(PATH), pool.release(PATH)]
    await new Promise(resolve => setImmediate(resolve))
    expect(leases.size).toBe(1)
    await Promise.all(releasing)
    expect(await writing).toMatchObject({ status: 'appended' })
    expect(disk.snapshot().files.get(PATH)?.unsure.size).toBe(0)
    expect(leases.size).toBe(0)
  })

  it('gives the lease back, and tells, where the last sync fails', async () => {
    const { pool, leases } = create({
      fault: ({ name }) => (name === 'sync-data' ? { code: 'EIO' } : undefined),
    })
    const file = await pool.open(PATH)
    await file?.write(LINE, { acknowledge: 'recorded' })
    await expect(pool.release(PATH)).rejects.toMatchObject({ code: 'io' })
    expect(leases.size).toBe(0)
    expect(await pool.open(PATH)).not.toBeNull()
  })

  it('has whoever comes back at once wait for the lease that it gives up', async () => {
    const { pool } = create({ syncTurns: 3 })
    await (await pool.open(PATH))?.write(LINE, { acknowledge: 'recorded' })
    const [, again] = await Promise.all([pool.release(PATH), pool.open(PATH)])
    expect(again === null).toBe(false)
    expect((await pool.open(PATH)) === null).toBe(false)
  })

  it('closes every file, also one that is just being opened, and opens none after', async () => {
    const { pool, leases, disk } = create()
    const opening = pool.open('/logs/b.jsonl')
    await pool.open(PATH)
    await pool.close()
    await opening
    expect(leases.size).toBe(0)
    expect(disk.operations.filter(({ name }) => name === 'close')).toHaveLength(2)
    await expect(pool.open(PATH)).rejects.toMatchObject({ code: 'closed' })
  })
})

type Made = { readonly pool: WriterPool; readonly disk: FakeDisk; readonly leases: Set<string> }

function create(options: FakeDiskOptions = {}): Made {
  const disk = createFakeDisk(options)
  const leases = new Set<string>()
  const pool = createWriterPool({
    disk,
    async acquireLease(path) {
      if (leases.has(path)) return null
      leases.add(path)
      return { isHeld: () => true, release: async () => void leases.delete(path) }
    },
  })
  return { pool, disk, leases }
}
