// What the agent costs beside its model, which answers at once here: how long until it asks, what a turn costs, what it holds.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toProjectKey } from '@antiphon/transcript'
import { median, printRow } from './bench-row.ts'
import { type BenchServer, runSession, startServer } from './engine/child.ts'
import type { SessionReport } from './engine/session.ts'
import { type PrintCost, spawnBareNode, spawnPrint } from './engine/spawn-print.ts'
import { writeLog } from './generated-log.ts'

const MB = 1_000_000
const SIZES = [1, 20, 100]
const ROUNDS = 5
const MAX_GROWTH = 1.5
/** The executable is one bundle: what is left is compiling it, reading settings and memory, and the official client. */
const MAX_START = 6
/** The loop may cost twice what its requests cost here, where the model takes no time at all. */
const MAX_TURN = 3
const MAX_LATE_TURN = 2
/** Turns on either side of the one that is meant: one alone says little on a shared machine. */
const AROUND = 10
const MAX_MEMORY = 2

const base = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-bench-')))
const cwd = join(base, 'project')
const home = join(base, 'home')
const { PATH, TMPDIR } = process.env
const plainEnv = {
  PATH,
  ...(TMPDIR !== undefined && { TMPDIR }),
  HOME: home,
  ANTIPHON_BENCH_NOTE: join(cwd, 'note.txt'),
}
process.stderr.write(`sessions of 1 to 100 MB are written to ${base} and removed at the end\n`)
let server: BenchServer | undefined
try {
  mkdirSync(cwd, { recursive: true })
  writeFileSync(plainEnv.ANTIPHON_BENCH_NOTE, 'two choirs sing in turns\n')
  server = await startServer(plainEnv)
  await measureStart(server)
  await measureTurns(server)
  await measureMemory(server)
} finally {
  server?.child.kill()
  rmSync(base, { recursive: true, force: true })
}

type StartRound = { readonly bare: number; readonly fresh: PrintCost; readonly resumed: readonly PrintCost[] }

async function measureStart(server: BenchServer): Promise<void> {
  const sessions = SIZES.map(writeSession)
  const env = { ...plainEnv, ANTHROPIC_API_KEY: 'any', ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}` }
  const print = (...args: readonly string[]): Promise<PrintCost> => spawnPrint({ server, args, env, cwd })
  const rounds: StartRound[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = await spawnBareNode()
    const fresh = await print()
    const resumed: PrintCost[] = []
    for (const session of sessions) resumed.push(await print('--resume', session))
    // The first round warms the disk's cache.
    if (round > 0) rounds.push({ bare, fresh, resumed })
  }
  printStart(rounds)
}

/** Gives the id of a session that was compacted often. */
function writeSession(size: number): string {
  const session = `00000000-0000-4000-8000-${String(size).padStart(12, '0')}`
  const folder = join(home, '.claude', 'projects', toProjectKey(cwd))
  mkdirSync(folder, { recursive: true })
  const shape = { bytes: size * MB, liveBytes: 0.4 * MB, windowBytes: 0.8 * MB }
  const compactions = writeLog(join(folder, `${session}.jsonl`), shape)
  process.stderr.write(`wrote ${size} MB with ${compactions} compactions\n`)
  return session
}

function printStart(rounds: readonly StartRound[]): void {
  const middle = (of: (round: StartRound) => number | undefined): number =>
    median(rounds.map(round => of(round) ?? Number.NaN))
  const bare = middle(round => round.bare)
  const fresh = middle(round => round.fresh.ms)
  printGrowth('antiphon -p to its first request against a bare node process', {
    from: bare,
    to: fresh,
    unit: 'ms',
    most: MAX_START,
  })
  const last = SIZES.length - 1
  for (const [index, size] of SIZES.entries())
    if (index > 0)
      printGrowth(`-p --resume of ${size} MB to its first request against 1 MB`, {
        from: middle(({ resumed }) => resumed[0]?.ms),
        to: middle(({ resumed }) => resumed[index]?.ms),
        unit: 'ms',
        most: MAX_GROWTH,
      })
  printGrowth('-p --resume of 100 MB against 1 MB, peak memory', {
    from: middle(({ resumed }) => resumed[0]?.peakMb),
    to: middle(({ resumed }) => resumed[last]?.peakMb),
    unit: 'MB',
    most: MAX_GROWTH,
  })
}

async function measureTurns({ port }: BenchServer): Promise<void> {
  const runs: SessionReport[] = []
  for (let round = 0; round < 3; round++)
    runs.push(
      await runSession(
        { measure: 'time', port, folder: home, turns: 200 + AROUND },
        { env: plainEnv, timeout: 120_000 },
      ),
    )
  const all = runs.flatMap(({ turns }) => turns.slice(AROUND))
  // The requests grow with the conversation, for the bare client as well: what the loop adds must not.
  const around = (turn: number): number =>
    median(
      runs.map(({ turns }) =>
        median(turns.slice(turn - AROUND, turn + AROUND).map(({ engine, bare }) => engine / bare)),
      ),
    )
  printGrowth('a turn of two requests against the same two by the bare client', {
    from: median(all.map(({ bare }) => bare)),
    to: median(all.map(({ engine }) => engine)),
    unit: 'ms',
    most: MAX_TURN,
  })
  printGrowth('the same at turn 200 against turn 20', {
    from: around(20),
    to: around(200),
    unit: '× bare',
    most: MAX_LATE_TURN,
  })
}

async function measureMemory({ port }: BenchServer): Promise<void> {
  const { memory } = await runSession(
    { measure: 'memory', every: 100, port, folder: home, turns: 1000 },
    { env: plainEnv, timeout: 300_000 },
  )
  const [early, late] = [memory[0], memory.at(-1)]
  assert.ok(early && late)
  const name = '1,000 turns, compacted every 100, against 100'
  const most = MAX_MEMORY
  printGrowth(`${name}: resident memory`, { from: early.rss / MB, to: late.rss / MB, unit: 'MB', most })
  printGrowth(`${name}: heap`, { from: early.heap / MB, to: late.heap / MB, unit: 'MB', most })
}

type Growth = { readonly from: number; readonly to: number; readonly unit: string; readonly most: number }

function printGrowth(name: string, { from, to, unit, most }: Growth): void {
  printRow({
    name,
    value: `${(to / from).toFixed(2)} × (${to.toFixed(1)} ${unit}, ${from.toFixed(1)} ${unit})`,
    target: `≤ ${most} ×`,
    pass: to <= most * from,
  })
}
