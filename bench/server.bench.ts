import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, printRow } from './bench-row.ts'
import { writeLog } from './generated-log.ts'

const EXECUTABLE = fileURLToPath(new URL('../packages/cli/bin/antiphon.js', import.meta.url))
const SESSIONS = 1000
const SMALL_BYTES = 100 * 1024
const LARGE_BYTES = 100 * 1024 * 1024
const LARGE_SESSIONS = 4
const STARTS = 7

/** 500 MB: a thousand short sessions, and four of 100 MB. */
function writeTree(root: string): void {
  mkdirSync(root)
  const [small, large] = [join(root, 'small'), join(root, 'large')]
  writeLog(small, { bytes: SMALL_BYTES, liveBytes: SMALL_BYTES, windowBytes: SMALL_BYTES })
  writeLog(large, { bytes: LARGE_BYTES, liveBytes: 4 << 20, windowBytes: 4 << 20 })
  for (let n = 0; n < SESSIONS + LARGE_SESSIONS; n++) {
    const folder = join(root, 'projects', `-project-${n % 50}`)
    mkdirSync(folder, { recursive: true })
    copyFileSync(n < SESSIONS ? small : large, join(folder, `${n < SESSIONS ? 'small' : 'large'}-${n}.jsonl`))
  }
  rmSync(small)
  rmSync(large)
}

type Started = { readonly child: ChildProcess; readonly url: URL; readonly milliseconds: number }

async function startServer(home: string): Promise<Started> {
  const env = { ...process.env, HOME: home, CLAUDE_CONFIG_DIR: '', XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' }
  const start = performance.now()
  const child = spawn(process.execPath, [EXECUTABLE, 'open', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text] = await once(child.stdout, 'data')
  const milliseconds = performance.now() - start
  return { child, url: new URL(JSON.parse(String(text)).url), milliseconds }
}

async function stop({ child }: Started): Promise<void> {
  child.kill('SIGINT')
  if (child.exitCode === null) await once(child, 'exit')
}

type Answer = {
  readonly text: string
  readonly bytes: number
  readonly first: number
  readonly whole: number
}

/** Asks, and tells when the first bytes came and when all had. */
function ask(url: URL, path: string): Promise<Answer> {
  const start = performance.now()
  const authorization = `Bearer ${new URLSearchParams(url.hash.slice(1)).get('token')}`
  return new Promise((resolve, reject) => {
    request(new URL(path, url), { headers: { authorization } }, answer => {
      const chunks: Buffer[] = []
      let first = 0
      answer.on('data', chunk => {
        if (chunks.push(chunk) === 1) first = performance.now() - start
      })
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        resolve({ text: body.toString(), bytes: body.length, first, whole: performance.now() - start })
      })
    })
      .on('error', reject)
      .end()
  })
}

async function comparePort(home: string): Promise<void> {
  const ours: number[] = []
  const floor: number[] = []
  for (let turn = 0; turn < STARTS; turn++) {
    const start = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    floor.push(performance.now() - start)
    const started = await startServer(home)
    ours.push(started.milliseconds)
    await stop(started)
  }
  const [our, least] = [median(ours), median(floor)]
  printRow({
    name: 'server: from the start to the open port on 500 MB, against `node -e 0`',
    value: `${(our / least).toFixed(1)} × (${our.toFixed(0)} ms, node ${least.toFixed(0)} ms)`,
    target: '≤ 6 ×',
    pass: our <= least * 6,
  })
}

async function measureAnswers(home: string): Promise<void> {
  const started = await startServer(home)
  const { url, child } = started
  const list = await ask(url, '/api/sessions')
  const rows = list.text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
  if (rows.length !== SESSIONS + LARGE_SESSIONS) throw new Error(`listed ${rows.length} sessions`)
  printRow({
    name: `server: first list of ${rows.length} sessions, 500 MB`,
    value: `first rows ${list.first.toFixed(0)} ms, all ${list.whole.toFixed(0)} ms, ${(list.bytes / 1024).toFixed(0)} KB`,
    target: 'first rows ≤ 1/3 of all, or ≤ 200 ms',
    pass: list.first <= Math.max(200, list.whole / 3),
  })
  const large = rows.find(row => row.bytes > LARGE_BYTES / 2)
  const page = await ask(url, `/api/page?session=${large.id}`)
  printRow({
    name: 'server: first page of a session of 100 MB, bytes sent',
    value: `${(page.bytes / 1024).toFixed(0)} KB in ${page.whole.toFixed(0)} ms`,
    target: '≤ 200 KB',
    pass: page.bytes <= 200 * 1024,
  })
  const jumps: number[] = []
  for (let n = 1; n <= 100; n++) {
    const position = Math.floor((large.bytes / 101) * ((n * 37) % 101))
    jumps.push((await ask(url, `/api/page?session=${large.id}&before=${position}`)).whole)
  }
  printRow({
    name: 'server: a page at any place of a session of 100 MB, against the first',
    value: `${(median(jumps) / page.whole).toFixed(2)} × (median ${median(jumps).toFixed(1)} ms, slowest ${Math.max(...jumps).toFixed(0)} ms)`,
    target: '≤ 1.5 ×',
    pass: median(jumps) <= page.whole * 1.5,
  })
  printMemory(child.pid)
  await stop(started)
}

function printMemory(pid: number | undefined): void {
  if (process.platform !== 'linux') return
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  printRow({
    name: 'server: the most memory it held, after the list, 101 pages, and the index in between',
    value: `${peak.toFixed(0)} MB`,
    target: '≤ 300 MB',
    pass: peak <= 300,
  })
}

const home = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
try {
  writeTree(join(home, '.claude'))
  await comparePort(home)
  await measureAnswers(home)
} finally {
  rmSync(home, { recursive: true, force: true })
}
