import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { BenchServer } from './child.ts'

/** What one `antiphon -p` cost: milliseconds from spawn to the first request on the wire, and its peak memory. */
export type PrintCost = { readonly ms: number; readonly peakMb: number }

export type PrintOptions = {
  readonly server: BenchServer
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
}

const EXECUTABLE = fileURLToPath(new URL('../../packages/cli/bin/antiphon.js', import.meta.url))
const TIMEOUT = 60_000

/** Only the process itself knows its peak. */
const TELL_PEAK = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs'
process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS / 1024)))`)}`

/** Runs `antiphon -p` to its end; an error where it fails, or asks more than once. */
export async function spawnPrint({ server, args, env, cwd }: PrintOptions): Promise<PrintCost> {
  let asked: number[] = []
  const note = (message: unknown): void => {
    if (message === 'asked') asked = [...asked, performance.now()]
  }
  server.child.on('message', note)
  try {
    const start = performance.now()
    const child = spawn(process.execPath, ['--import', TELL_PEAK, EXECUTABLE, '-p', 'go on', ...args], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT,
      killSignal: 'SIGKILL',
    })
    // The fourth of `stdio`, a pipe to read from.
    const peak = text(child.stdio[3] as NodeJS.ReadableStream)
    const complaint = child.stderr ? text(child.stderr) : ''
    const [code] = await once(child, 'close')
    const [first, ...others] = asked
    if (code !== 0 || first === undefined || others.length > 0)
      throw new Error(`antiphon -p ended with ${code} after ${asked.length} requests: ${await complaint}`)
    return { ms: first - start, peakMb: Number(await peak) }
  } finally {
    server.child.off('message', note)
  }
}

/** Milliseconds of a process that does nothing. */
export async function spawnBareNode(): Promise<number> {
  const start = performance.now()
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore', timeout: TIMEOUT })
  await once(child, 'close')
  return performance.now() - start
}
