import { execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { type Entry, encodeEntry } from '@antiphon/core'
import { printRow } from './bench-row.ts'
import { generateTurn } from './generated-session.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CLI = join(ROOT, 'packages', 'cli', 'bin', 'antiphon.js')
const CORPUS = new URL('../../shared/corpus/', import.meta.url)
const CCUSAGE = 'ccusage@20.0.24'
const TREE_BYTES = 500_000_000
const PROJECTS = 25
// The sides take turns, since a shared machine is not equally busy all the time.
const TURNS = 4

/** Results as tools store them beside what the model reads; so long that answers are as dense as in the corpus. */
const RESULT_TEXT = Array.from(
  { length: 230 },
  (_, line) => `${line + 1}→  const value${line} = compute(${line})`,
).join('\n')

/** Writes sessions of mixed length until the tree has its size; each answer on as many lines as it has blocks. */
function writeTree(home: string): number {
  let size = 0
  let session = 0
  for (; size < TREE_BYTES; session++) {
    const folder = join(home, '.claude', 'projects', `-home-dev-project-${session % PROJECTS}`)
    mkdirSync(folder, { recursive: true })
    const descriptor = openSync(join(folder, `${session.toString(16).padStart(8, '0')}-5c09.jsonl`), 'w')
    const turns = session % 10 === 0 ? 600 : 40
    for (let turn = 0; turn < turns; turn++) size += writeSync(descriptor, generateLines(session, turn))
    closeSync(descriptor)
  }
  return session
}

function generateLines(session: number, turn: number): string {
  const envelope = {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: `/home/dev/project-${session % PROJECTS}`,
    sessionId: `${session}`,
    version: '2.1.229',
    gitBranch: 'main',
  }
  return generateTurn(turn)
    .flatMap((message): readonly object[] => {
      if (message.type === 'user') {
        const isResult = typeof message.message.content !== 'string'
        const toolUseResult = { type: 'text', file: { content: RESULT_TEXT, originalFile: RESULT_TEXT } }
        return [{ ...envelope, ...message, ...(isResult && { toolUseResult }) }]
      }
      const { content, ...answer } = message.message
      const id = `${answer.id}_${session}`
      return content.map((block, index) => ({
        ...envelope,
        message: {
          model: answer.model,
          id,
          type: 'message',
          role: 'assistant',
          content: [block],
          stop_reason: null,
          stop_sequence: null,
          usage: toUsage(turn, index),
        },
        requestId: `req_${id}`,
        type: 'assistant',
        uuid: `${message.uuid}-${index}`,
        timestamp: message.timestamp,
      }))
    })
    .map(entry => encodeEntry(entry as Entry))
    .join('')
}

function toUsage(turn: number, line: number): object {
  return {
    input_tokens: 3 + (turn % 5),
    cache_creation_input_tokens: 900 + turn,
    cache_read_input_tokens: 20_000 + turn * 300,
    output_tokens: 1 + line * 80,
    service_tier: 'standard',
    cache_creation: { ephemeral_5m_input_tokens: 900 + turn, ephemeral_1h_input_tokens: 0 },
  }
}

/** The corpus, without the files in which a line has no request id: ccusage counts such lines as often as they stand there. */
function writeCorpus(home: string): { readonly files: number; readonly leftOut: number } {
  const folder = join(home, '.claude', 'projects', '-corpus')
  mkdirSync(folder, { recursive: true })
  let [files, leftOut] = [0, 0]
  for (const name of readdirSync(CORPUS).filter(file => file.endsWith('.jsonl.gz'))) {
    const text = gunzipSync(readFileSync(new URL(name, CORPUS)))
    const usageLines = text
      .toString('latin1')
      .split('\n')
      .filter(line => line.includes('"usage":{'))
    if (usageLines.every(line => line.includes('"requestId":"') || line.includes('"<synthetic>"'))) {
      writeFileSync(join(folder, name.replace('.gz', '')), text)
      files += 1
    } else leftOut += 1
  }
  return { files, leftOut }
}

type Side = { readonly command: string; readonly args: readonly string[] }
type Measured = { readonly milliseconds: number; readonly peakMegabytes: number; readonly output: string }

const OURS: Side = { command: process.execPath, args: [CLI, 'usage', '--json', '--timezone', 'UTC'] }
const OURS_COLD: Side = { ...OURS, args: [...OURS.args, '--no-cache'] }
const PARSE: Side = {
  command: process.execPath,
  args: ['--import', 'tsx', fileURLToPath(import.meta.url), 'parse'],
}

/** Runs a program to its end; its peak is what the kernel says, where there is one that does. */
async function measure({ command, args }: Side, home: string): Promise<Measured> {
  const start = performance.now()
  const child = spawn(command, args, {
    env: {
      ...process.env,
      HOME: home,
      XDG_CACHE_HOME: join(home, '.cache'),
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let peakMegabytes = Number.NaN
  const watch = setInterval(() => {
    const peak = readPeak(child.pid)
    if (peak !== undefined) peakMegabytes = peak
  }, 5)
  const chunks: Buffer[] = []
  child.stdout.on('data', chunk => chunks.push(chunk))
  const code = await new Promise(resolve => child.on('close', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
  return {
    milliseconds: performance.now() - start,
    peakMegabytes,
    output: Buffer.concat(chunks).toString('utf8'),
  }
}

function readPeak(pid: number | undefined): number | undefined {
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return peak === undefined ? undefined : Number(peak) / 1024
  } catch {
    return undefined
  }
}

/** The best of several runs in turns, since noise only ever adds. */
async function compare(
  sides: Readonly<Record<string, Side>>,
  home: string,
): Promise<Readonly<Record<string, Measured>>> {
  const best: Record<string, Measured> = {}
  for (let turn = 0; turn < TURNS; turn++)
    for (const [name, side] of Object.entries(sides)) {
      const measured = await measure(side, home)
      const before = best[name]
      if (!before || measured.milliseconds < before.milliseconds) best[name] = measured
    }
  return best
}

/** Installs ccusage into a cache folder; a text says why it cannot be compared with. */
function installCcusage(): Side | string {
  const folder = join(ROOT, 'node_modules', '.cache', 'ccusage')
  const shim = join(folder, 'node_modules', 'ccusage', 'src', 'cli.js')
  try {
    if (!existsSync(shim)) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'package.json'), '{"private":true}')
      const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, CCUSAGE]
      execFileSync('npm', args, { cwd: folder, stdio: 'ignore', timeout: 120_000 })
    }
    // The shim also makes its program executable.
    const help = execFileSync(process.execPath, [shim, 'daily', '--help'], {
      encoding: 'utf8',
      timeout: 30_000,
    })
    if (!help.includes('--offline')) return `${CCUSAGE} has no offline mode`
  } catch (error) {
    return `${CCUSAGE} cannot be installed or run here: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
  const args = ['daily', '--offline', '--json', '--timezone', 'UTC']
  const native = join(
    folder,
    'node_modules',
    '@ccusage',
    `ccusage-${process.platform}-${process.arch}`,
    'bin',
    'ccusage',
  )
  return existsSync(native) ? { command: native, args } : { command: process.execPath, args: [shim, ...args] }
}

/** What a report of either program comes to, in one form. */
function readTotals(output: string): readonly number[] {
  const { total, totals } = JSON.parse(output) as {
    readonly total?: { readonly tokens: Readonly<Record<string, number>> }
    readonly totals?: Readonly<Record<string, number>>
  }
  const told = total?.tokens
  return told
    ? [
        told.input ?? 0,
        told.output ?? 0,
        (told.cacheWrite5m ?? 0) + (told.cacheWrite1h ?? 0),
        told.cacheRead ?? 0,
      ]
    : [
        totals?.inputTokens ?? 0,
        totals?.outputTokens ?? 0,
        totals?.cacheCreationTokens ?? 0,
        totals?.cacheReadTokens ?? 0,
      ]
}

function seconds({ milliseconds }: Measured): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}

type Comparison = {
  readonly what: string
  readonly sides: Readonly<Record<string, Measured>>
  readonly ccusage: Side | string
  readonly note: string
  /** At most so many times ccusage's time when nothing is remembered, and at least so many times faster when all is. */
  readonly cold: number
  readonly warm: number
}

function report({ what, sides, ccusage, note, cold, warm }: Comparison): void {
  const { cold: ours, warm: remembered, theirs } = sides
  if (!ours || !remembered) return
  if (!theirs) {
    for (const row of ['cold', 'warm', 'memory', 'totals'])
      printRow({
        name: `usage ${row} beside ccusage, ${what}`,
        value: `skipped: ${ccusage}`,
        target: '',
        pass: true,
      })
    return
  }
  const ratio = ours.milliseconds / theirs.milliseconds
  printRow({
    name: `usage cold beside ccusage, ${what}`,
    value: `${ratio.toFixed(2)} × its time (${seconds(ours)}, ccusage ${seconds(theirs)})`,
    target: `≤ ${cold} ×`,
    pass: ratio <= cold,
  })
  const gain = theirs.milliseconds / remembered.milliseconds
  printRow({
    name: `usage warm beside ccusage, ${what}`,
    value: `${gain.toFixed(2)} × faster (${seconds(remembered)})`,
    target: `≥ ${warm} ×`,
    pass: gain >= warm,
  })
  const peak = Math.max(ours.peakMegabytes, remembered.peakMegabytes)
  printRow({
    name: `usage memory beside ccusage, ${what}`,
    value: `${peak.toFixed(0)} MB (ccusage ${theirs.peakMegabytes.toFixed(0)} MB)`,
    target: '≤ 200 MB',
    pass: !(peak > 200),
  })
  const [own, other] = [readTotals(ours.output), readTotals(theirs.output)]
  const isSame = own.join() === other.join() && own.join() === readTotals(remembered.output).join()
  printRow({
    name: `usage totals equal ccusage's, ${what}`,
    value: `${isSame ? 'equal' : `ours ${own.join(' ')}, ccusage ${other.join(' ')}`}${note}`,
    target: 'equal',
    pass: isSame,
  })
}

/** One thread that parses every line of every file: what a report without any care costs. */
function parseAll(home: string): void {
  const maxima = new Map<string, number>()
  const projects = join(home, '.claude', 'projects')
  for (const name of readdirSync(projects, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue
    for (const line of readFileSync(join(projects, name), 'utf8').split('\n')) {
      if (line === '') continue
      const { message } = JSON.parse(line) as {
        message?: { id?: string; usage?: { output_tokens?: number } }
      }
      if (message?.usage)
        maxima.set(
          `${message.id}`,
          Math.max(maxima.get(`${message.id}`) ?? 0, message.usage.output_tokens ?? 0),
        )
    }
  }
  process.stdout.write(`${[...maxima.values()].reduce((sum, value) => sum + value, 0)}\n`)
}

async function main(directory: string): Promise<void> {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'bundle.mjs')], { stdio: 'inherit' })
  const ccusage = installCcusage()
  const theirs = typeof ccusage === 'string' ? {} : { theirs: ccusage }
  const home = join(directory, 'tree')
  const sessions = writeTree(home)
  const megabytes = Math.round(TREE_BYTES / 1_000_000)
  await measure(OURS, home)
  const sides = await compare({ cold: OURS_COLD, warm: OURS, ...theirs }, home)
  const parse = await measure(PARSE, home)
  const what = `${megabytes} MB in ${sessions} sessions`
  report({ what, sides, ccusage, note: '', cold: 1.5, warm: 1.5 })
  const gain = parse.milliseconds / (sides.cold?.milliseconds ?? Number.NaN)
  printRow({
    name: `usage cold against parsing every line, ${what}`,
    value: `${gain.toFixed(1)} × faster (theirs ${seconds(parse)})`,
    target: '≥ 2 ×',
    pass: gain >= 2,
  })
  if (!existsSync(CORPUS)) {
    process.stderr.write('usage: the corpus is not beside the repository, its rows are left out\n')
    return
  }
  const real = join(directory, 'corpus')
  const { files, leftOut } = writeCorpus(real)
  await measure(OURS, real)
  report({
    what: `the corpus, ${files} files`,
    sides: await compare({ cold: OURS_COLD, warm: OURS, ...theirs }, real),
    ccusage,
    note: ` (${leftOut} files left out: a line without a request id counts there as often as it is written)`,
    // Most of it is the start of Node, which a native program does not have.
    cold: 6,
    warm: 0.2,
  })
}

if (process.argv[2] === 'parse') parseAll(process.env.HOME ?? '')
else {
  const directory = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
  try {
    await main(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
