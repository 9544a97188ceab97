import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMPATIBLE_VERSION } from '@antiphon/host'
import { type SimulatedModel, startSimulator } from '@antiphon/simulator'
import { toProjectKey } from '@antiphon/transcript'
import { hasClaudeCode, installClaudeCode } from '../packages/cli/test/install-claude-code.ts'
import { EXECUTABLE } from '../packages/cli/test/spawn-antiphon.ts'
import { median, printRow } from './bench-row.ts'
import { openProgram, type TerminalProgram } from './chat/terminal-program.ts'
import { SESSION_ID, writeLog } from './generated-log.ts'

/** `antiphon chat` beside Claude Code itself (365 MB, installed once), in the same terminal, on the same sessions and answers. */
const MB = 1_000_000
const SIZES = [1, 100, 500]
const STARTS = 5
const RESUMES = 4
const AIM = 0.5
const PEER = `Claude Code ${COMPATIBLE_VERSION}`
/** 24 signs an event, six tokens: 200 tokens a second. */
const PACE_MS = 30
const TOKENS = 10_000
const END = 'the-end-of-it'

type Side = {
  readonly command: readonly string[]
  /** What the prompt begins with. */
  readonly sign: string
  /** What it writes when it has nothing to do. */
  readonly idle: string
}
type Measured = { readonly ours: number; readonly theirs: number }

// Whoever runs all benches does not want 365 MB for it.
if (!hasClaudeCode() && process.env.SOAK !== '1') {
  printRow({
    ...{ name: 'chat: beside Claude Code', value: 'not installed', pass: true },
    target: 'SOAK=1 npm run bench chat installs it (365 MB)',
  })
  process.exit(0)
}

const base = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-bench-chat-')))
const config = join(base, 'config')
const sides: Readonly<Record<keyof Measured, Side>> = {
  ours: {
    command: [process.execPath, EXECUTABLE, 'chat', '--agent', 'antiphon'],
    sign: '›',
    idle: '? for keys',
  },
  theirs: { command: [installClaudeCode()], sign: '❯', idle: '❯' },
}
const simulator = await startSimulator({ model: createModel() })
try {
  const empty = makeProject('empty')
  await compareStarts(empty)
  for (const size of SIZES) await compareResumes(size)
  await compareStreams(empty)
} finally {
  await simulator.close()
  rmSync(base, { recursive: true, force: true })
}

async function compareStarts(cwd: string): Promise<void> {
  const measured = await alternate(STARTS, async side => measure(side, cwd, [], ({ sign }) => sign))
  printRatio('chat: start to prompt', measured, 'ms')
}

async function compareResumes(size: number): Promise<void> {
  const cwd = makeProject(`mb-${size}`)
  const folder = join(config, 'projects', toProjectKey(cwd))
  mkdirSync(folder, { recursive: true })
  writeLog(join(folder, `${SESSION_ID}.jsonl`), {
    ...{ bytes: size * MB, liveBytes: 0.4 * MB, windowBytes: 0.8 * MB, cwd },
  })
  const measured = await alternate(RESUMES, side => measure(side, cwd, ['-c'], () => 'holds'))
  printRatio(`chat: -c on ${size} MB to the first drawn message`, measured, 'ms')
  rmSync(folder, { recursive: true, force: true })
}

/** One answer on each side: bytes, time of the processor and memory are counted in the same run. */
async function compareStreams(cwd: string): Promise<void> {
  const [ours, theirs] = [await stream(sides.ours, cwd), await stream(sides.theirs, cwd)]
  printRatio(
    `chat: bytes written for an answer of ${TOKENS} tokens`,
    { ours: ours.bytes, theirs: theirs.bytes },
    'B',
  )
  printRatio(
    'chat: processor while it streams 200 tokens a second',
    { ours: ours.cpu, theirs: theirs.cpu },
    'ms',
  )
  printRatio('chat: peak memory', { ours: ours.peak, theirs: theirs.peak }, 'MB')
}

async function stream(
  side: Side,
  cwd: string,
): Promise<{ readonly bytes: number; readonly cpu: number; readonly peak: number }> {
  const program = await open(side, cwd, [])
  try {
    await program.until(side.sign)
    await program.until(side.idle)
    await program.type('tell me')
    await program.until('tell')
    const [bytes, cpu] = [program.written(), program.cpu()]
    await program.press('Enter')
    await program.until(END)
    return { bytes: program.written() - bytes, cpu: program.cpu() - cpu, peak: program.peak() }
  } finally {
    await program.close()
  }
}

async function measure(
  side: Side,
  cwd: string,
  flags: readonly string[],
  words: (side: Side) => string,
): Promise<number> {
  const program = await open(side, cwd, flags)
  try {
    return await program.until(words(side))
  } finally {
    await program.close()
  }
}

function open({ command }: Side, cwd: string, flags: readonly string[]): Promise<TerminalProgram> {
  return openProgram({
    command: [...command, ...flags],
    cwd,
    env: {
      ...{ HOME: base, CLAUDE_CONFIG_DIR: config, LANG: 'C.UTF-8', TERM: 'xterm-256color' },
      ...{ ANTHROPIC_API_KEY: 'any', ANTHROPIC_BASE_URL: simulator.url },
      ...{ DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    },
  })
}

/** Both in turns: a shared machine is not equally busy all the time. */
async function alternate(rounds: number, run: (side: Side) => Promise<number>): Promise<Measured> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ours.push(await run(sides.ours))
    theirs.push(await run(sides.theirs))
  }
  return { ours: median(ours), theirs: median(theirs) }
}

function printRatio(name: string, { ours, theirs }: Measured, unit: string): void {
  const round = (value: number): string => Math.round(value).toLocaleString('en')
  printRow({
    name,
    peer: PEER,
    value: `${(ours / theirs).toFixed(2)} × (${round(ours)} ${unit}, Claude Code ${round(theirs)} ${unit})`,
    target: `≤ ${AIM} ×`,
    pass: ours <= theirs * AIM,
  })
}

/** A folder that Claude Code asks nothing about. */
function makeProject(name: string): string {
  const cwd = join(base, name)
  mkdirSync(cwd, { recursive: true })
  mkdirSync(config, { recursive: true })
  const names = ['empty', ...SIZES.map(size => `mb-${size}`)]
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true }
  const settings = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: ['any'], rejected: [] },
    projects: Object.fromEntries(names.map(one => [join(base, one), trusted])),
  }
  writeFileSync(join(config, '.claude.json'), JSON.stringify(settings))
  return cwd
}

/** The long answer for the talk itself; what is asked beside it, such as a title, is answered in a word. */
function createModel(): SimulatedModel {
  const paragraph =
    'Two choirs answer each other, and **each** of them listens. The `antiphon` goes on, line after line.\n\n'
  const text = paragraph.repeat(Math.ceil((TOKENS * 4) / paragraph.length)) + END
  return {
    name: 'bench',
    answer: ({ tools }) => {
      const isTalk = (tools?.length ?? 0) > 3
      return { blocks: [{ type: 'text', text: isTalk ? text : 'ok' }], pace: isTalk ? PACE_MS : 0 }
    },
  }
}
