import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followFile, followTree } from '@antiphon/transcript'
import { printRow } from './bench-row.ts'

const LINES = 200
// The sides take turns, since a shared machine is not equally busy all the time.
const TURNS = 8
const FOLLOWED_BYTES = 100 * 1024 * 1024
const LOGS = 1000

/** Appends in a process of its own: lines that tell when they were written, one every few milliseconds; or many bytes at once. */
const WRITER = `
const { appendFileSync } = require('node:fs')
const [path, lines, bytes] = process.argv.slice(1)
const pad = 'x'.repeat(600)
let n = 0
function next() {
  if (n++ === Number(lines)) return process.exit()
  appendFileSync(path, JSON.stringify({ type: 'user', n, pad, at: String(process.hrtime.bigint()) }) + '\\n')
  setTimeout(next, 3)
}
function flood(left) {
  const line = JSON.stringify({ type: 'user', pad }) + '\\n'
  appendFileSync(path, line.repeat(200))
  if (left > 0) setImmediate(flood, left - 200 * line.length)
  else appendFileSync(path, '{"type":"last"}\\n')
}
if (bytes) flood(Number(bytes))
else setTimeout(next, 50)
`

function startWriter(path: string, lines: number, bytes = ''): ChildProcess {
  return spawn(process.execPath, ['-e', WRITER, path, String(lines), String(bytes)], { stdio: 'inherit' })
}

/** Microseconds since a line was written; the clock is the machine's, the same in all processes. */
function ageOf(at: unknown): number {
  return Number(process.hrtime.bigint() - BigInt(String(at))) / 1000
}

/** The least that anybody can do: the system's notification, the new bytes, JSON. */
async function measureFloor(path: string): Promise<readonly number[]> {
  const ages: number[] = []
  const descriptor = openSync(path, 'r')
  const chunk = Buffer.alloc(64 * 1024)
  let position = 0
  const writer = startWriter(path, LINES)
  await new Promise<void>(resolve => {
    const watcher = watch(path, () => {
      const size = Math.min(chunk.length, fstatSync(descriptor).size - position)
      if (size <= 0) return
      const read = readSync(descriptor, chunk, 0, size, position)
      position += read
      for (const line of chunk.toString('utf8', 0, read).trimEnd().split('\n'))
        ages.push(ageOf(JSON.parse(line).at))
      if (ages.length < LINES) return
      watcher.close()
      resolve()
    })
  })
  closeSync(descriptor)
  if (writer.exitCode === null) await once(writer, 'exit')
  return ages
}

async function measureOurs(path: string): Promise<readonly number[]> {
  const ages: number[] = []
  const writer = startWriter(path, LINES)
  for await (const item of followFile(path)) {
    if (item.kind === 'entry') ages.push(ageOf((item.entry as { readonly at?: unknown }).at))
    if (ages.length === LINES) break
  }
  if (writer.exitCode === null) await once(writer, 'exit')
  return ages
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

/** Noise only ever adds, so the best turn counts; the first lines come while the sides are still starting. */
function bestTurn(turns: readonly (readonly number[])[], share: number): number {
  return Math.min(...turns.map(ages => percentile(ages.slice(10), share)))
}

async function compareLatency(folder: string): Promise<void> {
  const floor: (readonly number[])[] = []
  const ours: (readonly number[])[] = []
  const newFile = (name: string): string => {
    const path = join(folder, name)
    writeFileSync(path, '')
    return path
  }
  for (let turn = 0; turn < TURNS; turn++) {
    floor.push(await measureFloor(newFile(`floor-${turn}.jsonl`)))
    ours.push(await measureOurs(newFile(`ours-${turn}.jsonl`)))
  }
  for (const { share, target } of [
    { share: 0.5, target: 2 },
    { share: 0.99, target: 5 },
  ]) {
    const our = bestTurn(ours, share)
    const least = bestTurn(floor, share)
    printRow({
      name: `follow: another process's append to the item, p${share * 100}, against fs.watch and a read`,
      value: `${(our / least).toFixed(2)} × (${our.toFixed(0)} µs, floor ${least.toFixed(0)} µs)`,
      target: `≤ ${target} ×`,
      pass: our <= least * target,
    })
  }
}

/** Follows many bytes as they are written; the memory at the end against that after the first tenth. */
async function measureMemory(folder: string): Promise<void> {
  const path = join(folder, 'memory.jsonl')
  writeFileSync(path, '')
  const writer = startWriter(path, 0, String(FOLLOWED_BYTES))
  let early = 0
  let peak = 0
  let entries = 0
  for await (const item of followFile(path)) {
    if (item.kind !== 'entry') continue
    if (++entries % 5000 === 0) {
      globalThis.gc?.()
      const resident = process.memoryUsage.rss()
      if (item.next < FOLLOWED_BYTES / 10) early = Math.max(early, resident)
      else peak = Math.max(peak, resident)
    }
    if (item.entry.type === 'last') break
  }
  if (writer.exitCode === null) await once(writer, 'exit')
  printRow({
    name: `follow: resident memory over ${FOLLOWED_BYTES >> 20} MiB, against that over the first tenth`,
    value: `${(peak / early).toFixed(2)} × (${(peak / 1e6).toFixed(0)} MB)`,
    target: '≤ 1.3 ×',
    pass: peak <= early * 1.3,
  })
}

function createTree(root: string): void {
  for (let n = 0; n < LOGS / 2; n++) {
    const folder = join(root, 'projects', `-project-${n % 20}`)
    mkdirSync(join(folder, `session-${n}`, 'subagents'), { recursive: true })
    writeFileSync(join(folder, `session-${n}.jsonl`), '{}\n')
    writeFileSync(join(folder, `session-${n}`, 'subagents', 'agent-1.jsonl'), '{}\n')
  }
}

async function timeTree(root: string): Promise<number> {
  const stop = new AbortController()
  const start = performance.now()
  let readyAt = Number.NaN
  const onReady = (): void => {
    readyAt = performance.now()
    stop.abort()
  }
  for await (const _ of followTree({ roots: [root], from: 'now', signal: stop.signal, onReady })) break
  return readyAt - start
}

function timeRecursive(root: string): number {
  const start = performance.now()
  watch(root, { recursive: true }).close()
  return performance.now() - start
}

async function compareTree(root: string): Promise<void> {
  createTree(root)
  const ours: number[] = []
  const theirs: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    theirs.push(timeRecursive(root))
    ours.push(await timeTree(root))
  }
  const [our, their] = [Math.min(...ours), Math.min(...theirs)]
  printRow({
    name: `follow: ${LOGS} logs watched and measured, against fs.watch with recursive`,
    value: `${(our / their).toFixed(2)} × its time (${our.toFixed(0)} ms, theirs ${their.toFixed(0)} ms)`,
    target: '≤ 2 ×',
    pass: our <= their * 2,
  })
}

const folder = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
try {
  await compareLatency(folder)
  await measureMemory(folder)
  await compareTree(join(folder, 'root'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
