import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printRow } from './bench-row.ts'
import { writeLog } from './generated-log.ts'

const EXECUTABLE = fileURLToPath(new URL('../packages/cli/bin/antiphon.js', import.meta.url))
export const SESSIONS = 1000
export const LARGE_SESSIONS = 4
export const LARGE_BYTES: number = 100 * 1024 * 1024
const SMALL_BYTES = 100 * 1024

/** 500 MB: a thousand short sessions, and four of 100 MB. */
export function writeTree(root: string): void {
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

export type Started = { readonly child: ChildProcess; readonly url: URL; readonly milliseconds: number }

/** Starts the window over a home folder; tells how long it took until the port was open. */
export async function startServer(home: string): Promise<Started> {
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

export async function stop({ child }: Started): Promise<void> {
  child.kill('SIGINT')
  if (child.exitCode === null) await once(child, 'exit')
}

export type Answer = {
  readonly text: string
  readonly bytes: number
  readonly first: number
  readonly whole: number
}

/** Asks, and tells when the first bytes came and when all had. */
export function ask(url: URL, path: string): Promise<Answer> {
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

/** Looks again and again how much memory a process and all that it started hold; tells the most. */
export function watchMemory(pid: number | undefined): () => number {
  let most = 0
  const look = (): void => {
    most = Math.max(most, readTree(Number(pid)))
  }
  const timer = setInterval(look, 50)
  timer.unref()
  return () => {
    clearInterval(timer)
    return most / 1024
  }
}

/** Kilobytes; 0 for what has ended. */
function readTree(pid: number): number {
  try {
    const own = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + readTree(Number(child)), own)
  } catch {
    return 0
  }
}

export function printMemory(name: string, megabytes: number, most = 250): void {
  if (process.platform !== 'linux') return
  printRow({ name, value: `${megabytes.toFixed(0)} MB`, target: `≤ ${most} MB`, pass: megabytes <= most })
}
