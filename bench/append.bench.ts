// What an acknowledgement costs above the system's own calls, in the same run on the same disk, with 2 KB entries.
import { closeSync, fdatasync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileStore, type FileStoreOptions, type SessionKey } from '@antiphon/transcript'
import { openAppendFile } from '../packages/transcript/dist/file/append-file.js'
import { nodeDisk } from '../packages/transcript/dist/file/node-disk.js'
import { median, printRow } from './bench-row.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-append-'))
const ENTRY = { type: 'user', uuid: '00000000-0000-4000-8000-000000000000', text: 'x'.repeat(1900) }
const LINE = Buffer.from(`${JSON.stringify(ENTRY)}\n`)
const ROUNDS = 5
let sessions = 0

try {
  await compareRecorded()
  await compareDurable()
  await compareSlowDisk()
  for (const [producers, factor] of [
    [16, 10],
    [64, 25],
  ] as const)
    await compareGroupCommit(producers, factor)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function compareRecorded(): Promise<void> {
  const rounds = await alternate(
    () => timeFloor(2000, descriptor => writeSync(descriptor, `${JSON.stringify(ENTRY)}\n`)),
    () => timeStore(2000, 'recorded'),
  )
  printRow({
    name: 'recorded acknowledgement of an entry against JSON.stringify + write, p50',
    ...toRatio(rounds, 3),
  })
}

async function compareDurable(): Promise<void> {
  const rounds = await alternate(
    () => timeFloor(400, writeAndSync),
    () => timeStore(400, 'durable'),
  )
  printRow({
    name: 'durable acknowledgement, one producer, against write + fdatasync, p50',
    ...toRatio(rounds, 1.5),
  })
}

/** Both sides sync for real and then wait 5 ms more, as a disk that spins does. */
async function compareSlowDisk(): Promise<void> {
  const delay = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5))
  const slowDisk: FileStoreOptions['disk'] = {
    ...nodeDisk,
    openForAppend: path => {
      const opened = nodeDisk.openForAppend(path)
      return { ...opened, file: { ...opened.file, syncData: () => opened.file.syncData().then(delay) } }
    },
  }
  const rounds = await alternate(
    () =>
      timeFloor(60, async descriptor => {
        writeSync(descriptor, LINE)
        await new Promise<void>((resolve, reject) => fdatasync(descriptor, e => (e ? reject(e) : resolve())))
        await delay()
      }),
    () => timeStore(60, 'durable', slowDisk),
  )
  printRow({ name: 'the same on a disk of 5 ms', ...toRatio(rounds, 1.15) })
}

async function compareGroupCommit(producers: number, factor: number): Promise<void> {
  const speedups: number[] = []
  let rate = 0
  for (let round = 0; round < ROUNDS; round++) {
    const floor = await timeFloor(300, writeAndSync)
    const floorRate = 1000 / mean(floor)
    rate = await measureRate(producers, 4000)
    speedups.push(rate / floorRate)
  }
  const speedup = median(speedups)
  printRow({
    name: `group commit, ${producers} producers, lines a second against write + fdatasync`,
    value: `${speedup.toFixed(1)} × (${Math.round(rate)} a second)`,
    target: `≥ ${factor} ×`,
    pass: speedup >= factor,
  })
}

async function measureRate(producers: number, entries: number): Promise<number> {
  const file = await openAppendFile(join(folder, `group-${sessions++}`), nodeDisk)
  const start = performance.now()
  let left = entries
  await Promise.all(
    Array.from({ length: producers }, async () => {
      while (left-- > 0) await file.write(LINE)
    }),
  )
  const elapsed = performance.now() - start
  await file.close()
  return (entries / elapsed) * 1000
}

async function timeStore(
  count: number,
  acknowledge: 'recorded' | 'durable',
  disk?: FileStoreOptions['disk'],
): Promise<number[]> {
  const store = createFileStore(disk ? { root: folder, disk } : { root: folder })
  const key = newKey()
  await store.append(key, [ENTRY])
  const times = await timeEach(count, () => store.append(key, [ENTRY], { acknowledge }))
  await store.close()
  return times
}

async function timeFloor(count: number, call: (descriptor: number) => unknown): Promise<number[]> {
  const descriptor = openSync(join(folder, `floor-${sessions++}`), 'a')
  const times = await timeEach(count, () => call(descriptor))
  closeSync(descriptor)
  return times
}

function writeAndSync(descriptor: number): void {
  writeSync(descriptor, LINE)
  fdatasyncSync(descriptor)
}

async function timeEach(count: number, call: () => unknown): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    const pending = call()
    if (pending instanceof Promise) await pending
    times.push(performance.now() - start)
  }
  return times
}

type Round = { readonly floor: number; readonly ours: number }

async function alternate(
  floor: () => Promise<number[]>,
  ours: () => Promise<number[]>,
): Promise<readonly Round[]> {
  const rounds: Round[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const result = { floor: median(await floor()), ours: median(await ours()) }
    // The first round warms up.
    if (round > 0) rounds.push(result)
  }
  return rounds
}

function toRatio(rounds: readonly Round[], limit: number): { value: string; target: string; pass: boolean } {
  const ratio = median(rounds.map(({ floor, ours }) => ours / floor))
  const micro = (milliseconds: number): string => `${(milliseconds * 1000).toFixed(1)} µs`
  const times = `${micro(median(rounds.map(({ ours }) => ours)))}, floor ${micro(median(rounds.map(({ floor }) => floor)))}`
  return { value: `${ratio.toFixed(2)} × (${times})`, target: `≤ ${limit} ×`, pass: ratio <= limit }
}

function newKey(): SessionKey {
  return { project: '-bench', session: `session-${sessions++}` }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
