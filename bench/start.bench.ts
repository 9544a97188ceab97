// How fast Antiphon starts beside its peers: to the first request of a resumed session beside Claude Code, whole short
// commands beside a Node that does nothing. Claude Code is CLAUDE_CODE or the one on the PATH; with SOAK=1 it is installed (365 MB).
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toProjectKey } from '@antiphon/transcript'
import { hasClaudeCode, installClaudeCode } from '../packages/cli/test/install-claude-code.ts'
import { EXECUTABLE } from '../packages/cli/test/spawn-antiphon.ts'
import { median, printRow } from './bench-row.ts'
import { type BenchServer, startServer } from './engine/child.ts'
import { writeLog } from './generated-log.ts'
import { listCosts } from './start/list-costs.ts'
import { measureCommand, measureStart, type StartCost } from './start/measure-start.ts'

const MB = 1_000_000
const SIZES = [1, 100, 500]
const ROUNDS = 5
const COMMAND_ROUNDS = 9
const MAX_RESUME = 0.4
const MAX_MEMORY = 0.4
const MAX_COMMAND = 2
const COMMANDS = [['ls'], ['search', 'lamp'], ['usage'], ['show', '145e839d']]
const RESULTS = fileURLToPath(new URL('../test-results/', import.meta.url))
const DEMO = fileURLToPath(new URL('../packages/cli/demo/', import.meta.url))

const base = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-bench-start-')))
const [cwd, config, demo] = [join(base, 'project'), join(base, 'config'), join(base, 'demo')]
const plainEnv = { PATH: process.env.PATH, HOME: base, LANG: 'C.UTF-8', TERM: 'dumb' }
const ours = [process.execPath, EXECUTABLE]
process.stderr.write(`sessions of 1 to 500 MB are written to ${base} and removed at the end\n`)
let server: BenchServer | undefined
try {
  for (const folder of [cwd, config, RESULTS]) mkdirSync(folder, { recursive: true })
  cpSync(DEMO, demo, { recursive: true })
  await compareCommands()
  server = await startServer({ ...plainEnv, ANTIPHON_BENCH_NOTE: join(cwd, 'note.txt') })
  await compareResumes(server)
} finally {
  server?.child.kill()
  rmSync(base, { recursive: true, force: true })
}

async function compareCommands(): Promise<void> {
  const env = { ...plainEnv, CLAUDE_CONFIG_DIR: demo }
  const run = (command: readonly string[]): Promise<number> => measureCommand({ command, env, cwd })
  for (const words of COMMANDS) {
    const [times, floors]: [number[], number[]] = [[], []]
    // The first round keeps compiled code, index and numbers.
    for (let round = 0; round <= COMMAND_ROUNDS; round++) {
      const [floor, time] = [await run([process.execPath, '-e', '0']), await run([...ours, ...words])]
      if (round > 0) floors.push(floor)
      if (round > 0) times.push(time)
    }
    printRatio(`antiphon ${words.join(' ')}, whole`, {
      ...{ ours: median(times), theirs: median(floors), unit: 'ms', most: MAX_COMMAND },
      peer: `node ${process.versions.node} -e 0`,
    })
  }
}

async function compareResumes(server: BenchServer): Promise<void> {
  const sessions = SIZES.map(writeSession)
  const env = {
    ...plainEnv,
    ...{ CLAUDE_CONFIG_DIR: config, ANTHROPIC_API_KEY: 'any' },
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}`,
    ...{ DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
  }
  const claude = findClaudeCode()
  const start = (program: readonly string[], session: string): Promise<StartCost> =>
    measureStart({ server, command: [...program, '-p', 'go on', '--resume', session], env, cwd })
  for (const [index, session] of sessions.entries()) {
    const [mine, theirs]: [StartCost[], StartCost[]] = [[], []]
    for (let round = 0; round <= ROUNDS; round++) {
      const own = await start(ours, session)
      const other = claude === null ? null : await start([claude.path], session)
      if (round > 0) mine.push(own)
      if (round > 0 && other !== null) theirs.push(other)
    }
    printResume(`-p --resume of ${SIZES[index]} MB`, { mine, theirs, peer: claude?.version })
  }
  const command = [EXECUTABLE, '-p', 'go on', '--resume', sessions[0] ?? '']
  const { path, costs } = listCosts(command, { folder: RESULTS, env, cwd })
  process.stderr.write(`what the start of 1 MB takes (${path}):\n${costs.join('\n')}\n`)
}

/** Gives the id of a session that was compacted often. */
function writeSession(size: number): string {
  const session = `00000000-0000-4000-8000-${String(size).padStart(12, '0')}`
  const folder = join(config, 'projects', toProjectKey(cwd))
  mkdirSync(folder, { recursive: true })
  const shape = { bytes: size * MB, liveBytes: 0.4 * MB, windowBytes: 0.8 * MB, cwd }
  writeLog(join(folder, `${session}.jsonl`), shape)
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true }
  const settings = {
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: ['any'], rejected: [] },
    projects: { [cwd]: trusted },
  }
  writeFileSync(join(config, '.claude.json'), JSON.stringify(settings))
  return session
}

function findClaudeCode(): { readonly path: string; readonly version: string } | null {
  const isInstalled = hasClaudeCode() || process.env.SOAK === '1'
  const path = process.env.CLAUDE_CODE ?? (isInstalled ? installClaudeCode() : 'claude')
  const { stdout, status } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 ? { path, version: `Claude Code ${stdout.split(' ')[0]?.trim()}` } : null
}

type Resumes = {
  readonly mine: readonly StartCost[]
  readonly theirs: readonly StartCost[]
  readonly peer: string | undefined
}

function printResume(name: string, { mine, theirs, peer }: Resumes): void {
  const middle = (costs: readonly StartCost[], of: (cost: StartCost) => number): number =>
    median(costs.map(of))
  for (const [what, unit, most, of] of [
    ['to its first request', 'ms', MAX_RESUME, ({ ms }: StartCost) => ms],
    ['peak memory until then', 'MB', MAX_MEMORY, ({ peakMb }: StartCost) => peakMb],
  ] as const) {
    const row = { ours: middle(mine, of), theirs: middle(theirs, of), unit, most, peer }
    printRatio(`${name}, ${what}`, row)
  }
}

type Ratio = {
  readonly ours: number
  readonly theirs: number
  readonly unit: string
  readonly most: number
  readonly peer: string | undefined
}

function printRatio(name: string, { ours, theirs, unit, most, peer }: Ratio): void {
  const round = (value: number): string => Math.round(value).toLocaleString('en')
  printRow({
    name,
    value:
      peer === undefined
        ? `${round(ours)} ${unit}; Claude Code is not installed`
        : `${(ours / theirs).toFixed(2)} × (${round(ours)} ${unit}, ${peer} ${round(theirs)} ${unit})`,
    target: `≤ ${most} ×`,
    pass: peer === undefined || ours <= theirs * most,
  })
}
