import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readLog } from '@antiphon/core'
import { sliceFromLastCompactBoundary } from '@antiphon/core/log'
import { createFileStore, resumeSession } from '@antiphon/transcript'
import { median, printRow } from './bench-row.ts'
import { writeLog } from './generated-log.ts'

const MB = 1_000_000
const LIVE_BYTES = 0.4 * MB
const WINDOW_BYTES = 0.8 * MB
const RUNS = 9
const MAX_GROWTH = 1.5
const MIN_GAIN = 50
const PROJECT = '-home-dev-project'

type Place = { readonly root: string; readonly session: string }
type Measured = { readonly ms: number; readonly peakMb: number }

/** What a child runs, in a process of its own: as many looks as it is told, and the time of each. */
const CHILD = `
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLog } from '@antiphon/core'
import { createFileStore, resumeSession } from '@antiphon/transcript'
const [side, root, session, looks] = process.argv.slice(1)
const path = join(root, 'projects', '${PROJECT}', session + '.jsonl')
const times = []
for (let look = 0; look < Number(looks); look++) {
  const start = performance.now()
  const { messages } = side === 'whole'
    ? readLog(readFileSync(path))
    : await resumeSession(createFileStore({ root }), { project: '${PROJECT}', session })
  times.push(performance.now() - start)
  if (messages.length === 0) throw new Error('nothing was read')
}
process.stdout.write(JSON.stringify({ times, peakMb: process.resourceUsage().maxRSS / 1024 }))
`

type Measuring = Place & { readonly side: 'resume' | 'whole'; readonly looks: number }

function measure({ side, root, session, looks }: Measuring): Measured {
  const args = ['--input-type=module', '-e', CHILD, side, root, session, String(looks)]
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' })
  // What the script above prints.
  const { times, peakMb } = JSON.parse(output) as { times: number[]; peakMb: number }
  return { ms: median(times), peakMb }
}

/** The first look of a fresh process, which is what a person waits for. Sizes take turns: a shared machine is not equally busy all the time. */
function measureInTurns(places: readonly Place[]): readonly Measured[] {
  const runs = Array.from({ length: RUNS }, () =>
    places.map(place => measure({ ...place, side: 'resume', looks: 1 })),
  )
  return places.map((_, index) => ({
    ms: median(runs.map(run => run[index]?.ms ?? Number.NaN)),
    peakMb: median(runs.map(run => run[index]?.peakMb ?? Number.NaN)),
  }))
}

function writeSession(root: string, bytes: number): Place {
  const session = `${Math.round(bytes / MB)}-mb`
  const start = performance.now()
  const compactions = writeLog(join(root, 'projects', PROJECT, `${session}.jsonl`), {
    bytes,
    liveBytes: LIVE_BYTES,
    windowBytes: WINDOW_BYTES,
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  process.stderr.write(`wrote ${session} with ${compactions} compactions in ${seconds} s\n`)
  return { root, session }
}

/** As large as the issue asks, or what the disk takes. */
function chooseLargest(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  const largest = [1000 * MB, 500 * MB, 200 * MB].find(bytes => bavail * bsize > 1.5 * bytes + 200 * MB)
  if (largest !== 1000 * MB) process.stderr.write('not enough space for 1 GB; a smaller session stands in\n')
  return largest ?? 100 * MB
}

async function checkTruth({ root, session }: Place): Promise<void> {
  const resumed = await resumeSession(createFileStore({ root }), { project: PROJECT, session })
  const { messages } = readLog(readFileSync(join(root, 'projects', PROJECT, `${session}.jsonl`)))
  assert.ok(
    isDeepStrictEqual(resumed.messages, sliceFromLastCompactBoundary(messages)),
    'another live context',
  )
}

async function compare(root: string): Promise<void> {
  mkdirSync(join(root, 'projects', PROJECT), { recursive: true })
  const largest = chooseLargest(root)
  const places = [1 * MB, 100 * MB, largest].map(bytes => writeSession(root, bytes))
  const [small, middle] = places
  assert.ok(small && middle)
  await checkTruth(small)
  await checkTruth(middle)
  const measured = measureInTurns(places)
  const [first, , last] = measured
  assert.ok(first && last)
  const size = `${largest / MB} MB`
  printGrowth(`resume ${size} against 1 MB, time`, { from: first.ms, to: last.ms, unit: 'ms' })
  printGrowth(`resume ${size} against 1 MB, peak memory`, { from: first.peakMb, to: last.peakMb, unit: 'MB' })
  printGain(middle)
}

/** Both sides warm, so that reading is compared and not the start of a process. */
function printGain(place: Place): void {
  const resume = measure({ ...place, side: 'resume', looks: 30 }).ms
  const whole = measure({ ...place, side: 'whole', looks: 3 }).ms
  printRow({
    name: 'reading 100 MB back to the last boundary against a full parse',
    value: `1/${(whole / resume).toFixed(0)} (${resume.toFixed(1)} ms, ${whole.toFixed(0)} ms)`,
    target: `≤ 1/${MIN_GAIN}`,
    pass: whole / resume >= MIN_GAIN,
  })
}

function printGrowth(
  name: string,
  { from, to, unit }: { readonly from: number; readonly to: number; readonly unit: string },
): void {
  printRow({
    name,
    value: `${(to / from).toFixed(2)} × (${to.toFixed(1)} ${unit}, ${from.toFixed(1)} ${unit})`,
    target: `≤ ${MAX_GROWTH} ×`,
    pass: to <= MAX_GROWTH * from,
  })
}

const folder = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
process.stderr.write(`sessions of 1 MB to 1 GB are written to ${folder} and removed at the end\n`)
try {
  await compare(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
