import { randomBytes } from 'node:crypto'
import type { FleetStore, SessionKey } from '@antiphon/transcript'
import { transcriptStoreContract } from '@antiphon/transcript/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { rounds } from '../../transcript/test/process/soak.ts'
import { openNatsStore, openStoreCare } from '../src/index.ts'
import { NATS_NOTE, RUNS_NATS } from '../src/testing/find-nats.ts'
import { type NatsNode, startNats } from '../src/testing/start-nats.ts'

let server: NatsNode
let spaces = 0

beforeAll(async () => {
  if (RUNS_NATS) server = await startNats()
})
afterAll(() => server?.close())

/** A place on the server that nobody has used. */
async function createSpace(): Promise<string> {
  const url = `${server.url}/space${++spaces}`
  const care = openStoreCare({ url, env: {} })
  await care.migrate()
  await care.close()
  return url
}

const KEY: SessionKey = { project: '-work', session: 'aaaaaaaa-0000-4000-8000-000000000001' }
const entry = (number: number) => ({ type: 'user', number })

async function numbersOf(store: FleetStore, key = KEY): Promise<readonly unknown[]> {
  const numbers: unknown[] = []
  for await (const item of store.read(key))
    numbers.push(item.kind === 'entry' ? ({ ...item.entry } as Record<string, unknown>).number : item.kind)
  return numbers
}

async function linesOf(store: FleetStore, key = KEY, from = 0): Promise<readonly Uint8Array[]> {
  const lines: Uint8Array[] = []
  for await (const line of store.readLines(key, from)) lines.push(line)
  return lines
}

describe.runIf(RUNS_NATS)(`the contract of stores${NATS_NOTE}`, () => {
  it.each(transcriptStoreContract)('$name', async ({ run }) => {
    const url = await createSpace()
    await run({ open: () => openNatsStore({ url, env: {} }) })
  })
})

describe.runIf(RUNS_NATS)(`openNatsStore${NATS_NOTE}`, () => {
  it('says what to do where there are no streams, or no server', async () => {
    await expect(openNatsStore({ url: `${server.url}/nothing` })).rejects.toThrow('antiphon store migrate')
    await expect(openNatsStore({ url: 'mysql://nobody:secret@there/x' })).rejects.toThrow(
      'nats://user@host/team',
    )
    await expect(openNatsStore({ url: 'mysql://nobody:secret@there/x' })).rejects.not.toThrow('secret')
    await expect(
      openNatsStore({ url: 'nats://nobody:secret@127.0.0.1:1/team', patienceMs: 300 }),
    ).rejects.toMatchObject({
      code: 'away',
      message: expect.stringContaining('127.0.0.1:1/team: cannot be reached'),
    })
  })

  it('keeps bytes of every kind, and lines of many megabytes', { timeout: 60_000 }, async () => {
    const store = await openNatsStore({ url: await createSpace() })
    const lines = [
      Buffer.from('{"type":"user"}\n'),
      Buffer.from([0, 1, 0xff, 0xfe, 10]),
      Buffer.alloc(0),
      Buffer.from('\n'),
      randomBytes(rounds(20_000_000, 100_000_000)),
      Buffer.from('behind it\n'),
    ]
    expect(await store.appendLines(KEY, lines)).toMatchObject({ status: 'appended', seq: lines.length })
    const read = await linesOf(store)
    expect(Buffer.concat(read).equals(Buffer.concat(lines))).toBe(true)
    expect(read.map(({ length }) => length)).toEqual(lines.map(({ length }) => length))
    expect(await linesOf(store, KEY, 5)).toEqual(lines.slice(5))
    await store.close()
  })

  it('finds every position of a long log, forwards and backwards, and every place between its lines', async () => {
    const url = await createSpace()
    const store = await openNatsStore({ url })
    const lines = Array.from({ length: 400 }, (_, n) => Buffer.from(`${JSON.stringify(entry(n))}\n`))
    let seq = 0
    // Messages of one line and of several, claims between them, and other logs in between.
    for (let from = 0; from < lines.length; ) {
      const count = from % 7 === 0 ? 5 : 1
      const outcome = await store.appendLines(KEY, lines.slice(from, from + count), seq)
      seq = outcome.seq
      from += count
      await store.append({ ...KEY, session: 'other' }, [entry(from)])
      if (from % 90 === 0) await store.release(KEY)
    }
    expect(seq).toBe(400)
    for (const from of [0, 1, 63, 64, 65, 130, 399, 400]) {
      expect(await linesOf(store, KEY, from)).toEqual(lines.slice(from))
      const backwards: number[] = []
      for await (const item of store.read(KEY, { from, direction: 'backwards' })) backwards.push(item.seq)
      expect(backwards).toEqual(Array.from({ length: from }, (_, n) => from - 1 - n))
    }
    const total = Buffer.concat(lines).length
    for (const bytes of [0, 5, 25, 26, 1000, 5000, total - 1, total, total + 9]) {
      let [count, offset] = [0, 0]
      while (count < lines.length && offset + (lines[count]?.length ?? 0) <= bytes)
        offset += lines[count++]?.length ?? 0
      expect(await store.findBoundary(KEY, bytes)).toEqual({
        ...{ seq: count, offset, line: lines[count - 1] ?? Buffer.alloc(0) },
      })
    }
    await store.close()
  })

  it('refuses a second writer and tells who the first is, until that one is gone', async () => {
    const url = await createSpace()
    const first = await openNatsStore({ url, writer: { person: 'ana', host: 'a laptop' }, aliveMs: 1000 })
    const second = await openNatsStore({ url, writer: { person: 'zoë', host: 'desk' } })
    await first.append(KEY, [entry(1)])
    expect(await second.append(KEY, [entry(2)], { expectedSeq: 1 })).toMatchObject({
      ...{ status: 'conflict', reason: 'leased', seq: 1, holder: expect.stringContaining('ana on a laptop') },
    })
    const held = await second.head(KEY)
    expect(held).toMatchObject({ writer: 'ana on a laptop', person: 'ana', host: 'a laptop' })
    expect(Math.abs(Date.now() - Date.parse(held?.heldSince ?? ''))).toBeLessThan(60_000)
    const before = await second.clock()
    expect((await second.listChanged(before)).heads.map(({ key }) => key)).toEqual([KEY])
    await first.close()
    expect(await second.head(KEY)).toMatchObject({ writer: null, person: 'ana' })
    expect(await second.append(KEY, [entry(2)], { expectedSeq: 1 })).toMatchObject({
      status: 'appended',
      seq: 2,
    })
    const { heads, at } = await second.listChanged(before)
    expect(heads).toMatchObject([{ key: KEY, seq: 2, person: 'zoë', writer: 'zoë on desk' }])
    await second.release(KEY)
    expect((await second.listChanged(at)).heads).toEqual([])
    await second.close()
  })

  it('fences a writer whose log was taken, even if it wakes much later', async () => {
    const url = await createSpace()
    const [zombie, heir] = [await openNatsStore({ url }), await openNatsStore({ url })]
    await zombie.append(KEY, [entry(1)])
    await heir.takeOver(KEY)
    expect(await zombie.append(KEY, [entry(66)])).toMatchObject({ status: 'conflict', seq: 1 })
    expect(await heir.append(KEY, [entry(2)])).toMatchObject({ status: 'appended', seq: 2 })
    expect(await zombie.append(KEY, [entry(67)])).toMatchObject({ status: 'conflict' })
    expect(await numbersOf(heir)).toEqual([1, 2])
    await Promise.all([zombie.close(), heir.close()])
    const last = await openNatsStore({ url })
    expect(await last.head(KEY)).toMatchObject({ writer: null })
    await last.close()
  })

  it('lets who holds a log go on when somebody says why it is there, and leaves it theirs who wrote it', async () => {
    const url = await createSpace()
    const holder = await openNatsStore({ url, writer: { person: 'ana', host: 'one' } })
    const other = await openNatsStore({ url, writer: { person: 'ben', host: 'two' } })
    await holder.append(KEY, [entry(1)])
    await other.note(KEY, 'it came from elsewhere: höher')
    expect(await holder.append(KEY, [entry(2)])).toMatchObject({ status: 'appended', seq: 2 })
    expect(await other.head(KEY)).toMatchObject({ note: 'it came from elsewhere: höher', person: 'ana' })
    await holder.close()
    expect(await other.annotate(KEY, [entry(3)], 2)).toMatchObject({ status: 'appended', seq: 3 })
    expect(await other.head(KEY)).toMatchObject({ person: 'ana', host: 'one', writer: null, seq: 3 })
    expect(await numbersOf(other)).toEqual([1, 2, 3])
    await other.close()
  })

  it('publishes a copy with all that lies below it at once, and tells followers of what is deleted', async () => {
    const url = await createSpace()
    const store = await openNatsStore({ url })
    const below = { ...KEY, subpath: 'subagents/agent-x.y' }
    await store.append(KEY, [entry(1), entry(2)])
    await store.append(below, [entry(3)])
    const fork = await store.fork(KEY, { session: 'copy' })
    expect(await numbersOf(store, fork.key)).toEqual([1, 2])
    expect(await store.append(fork.key, [entry(4)], { expectedSeq: fork.seq })).toMatchObject({ seq: 3 })
    expect(await numbersOf(store, fork.key)).toEqual([1, 2, 4])
    expect(await numbersOf(store, { ...below, session: 'copy' })).toEqual([3])
    const [tail] = await store.readTails([fork.key])
    expect(tail).toMatchObject({ seq: 3, lastLength: Buffer.from(JSON.stringify(entry(4))).length + 1 })
    const stop = new AbortController()
    const kinds: string[] = []
    const following = (async () => {
      for await (const item of store.follow(fork.key, { signal: stop.signal })) kinds.push(item.kind)
    })()
    await vi.waitFor(() => expect(kinds).toEqual(['entry', 'entry', 'entry', 'caught-up']))
    await store.delete(fork.key)
    expect(await store.end({ ...below, session: 'copy' })).toBeNull()
    expect(await store.append(fork.key, [entry(9)], { expectedSeq: 0 })).toMatchObject({ seq: 1 })
    await vi.waitFor(() => expect(kinds.slice(4)).toContain('entry'), { timeout: 10_000 })
    expect(kinds[4]).toBe('reset')
    stop.abort()
    await following
    await store.close()
  })

  it('counts nothing of lines whose last part never came, and goes on behind what is left of them', async () => {
    const url = await createSpace()
    const broken = await openNatsStore({ url, patienceMs: 0, aliveMs: 600 })
    await broken.append(KEY, [entry(1)])
    const large = broken
      .append(KEY, [{ type: 'user', text: 'x'.repeat(30_000_000) }])
      .catch(() => 'broken off')
    // It is killed while its parts are on their way.
    await vi.waitFor(async () => expect(await countMessages(url)).toBeGreaterThan(3), { interval: 1 })
    await server.kill()
    await server.start()
    expect(await large).toBe('broken off')
    const store = await openNatsStore({ url })
    expect(await store.end(KEY)).toBe(1)
    await store.takeOver(KEY)
    expect(await store.append(KEY, [entry(2)])).toMatchObject({ status: 'appended', seq: 2 })
    expect(await numbersOf(store)).toEqual([1, 2])
    const backwards: number[] = []
    for await (const { seq } of store.read(KEY, { direction: 'backwards' })) backwards.push(seq)
    expect(backwards).toEqual([1, 0])
    await store.close()
    await broken.close().catch(() => undefined)
  })

  it('appends to many logs at once, each in its order', async () => {
    const store = await openNatsStore({ url: await createSpace() })
    const keys = Array.from({ length: 40 }, (_, n) => ({ ...KEY, session: `s${n}` }))
    await Promise.all(keys.flatMap(key => [1, 2, 3, 4, 5].map(number => store.append(key, [entry(number)]))))
    for (const key of keys) expect(await numbersOf(store, key)).toEqual([1, 2, 3, 4, 5])
    expect((await store.findSessions('s1')).map(({ key }) => key.session)).toHaveLength(11)
    expect((await store.findLastSession('-work'))?.key.session).toMatch(/^s\d+$/)
    await store.close()
  })

  it('loses and doubles nothing when the server is killed under load', { timeout: 60_000 }, async () => {
    const store = await openNatsStore({ url: await createSpace() })
    const acknowledged: number[] = []
    let isOver = false
    const writing = (async () => {
      for (let number = 1; !isOver; number++)
        if ((await store.append(KEY, [entry(number)])).status === 'appended') acknowledged.push(number)
    })()
    const waitForMore = (): Promise<void> => {
      const before = acknowledged.length
      return vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 10), { timeout: 30_000 })
    }
    for (let round = 0; round < 3; round++) {
      await waitForMore()
      await server.kill()
      await server.start()
    }
    await waitForMore()
    isOver = true
    await writing
    expect(await numbersOf(store)).toEqual(acknowledged)
    await store.close()
  })
})

async function countMessages(url: string): Promise<number> {
  const care = openStoreCare({ url, env: {} })
  const { replication } = await care.status()
  await care.close()
  return replication?.messages ?? 0
}
