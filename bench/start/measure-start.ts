import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { BenchServer } from '../engine/child.ts'

/** What a start cost: milliseconds from spawn to the first request on the wire, and the most memory until then. */
export type StartCost = { readonly ms: number; readonly peakMb: number }

export type StartOptions = {
  readonly server: BenchServer
  readonly command: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
}

const TIMEOUT = 60_000

/** Runs a program until it has asked the model and ended; an error where it fails or never asks. */
export async function measureStart({ server, command, env, cwd }: StartOptions): Promise<StartCost> {
  let cost: StartCost | undefined
  const [program = '', ...args] = command
  const start = performance.now()
  const child = spawn(program, args, {
    ...{ cwd, env, timeout: TIMEOUT, killSignal: 'SIGKILL' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const note = (message: unknown): void => {
    if (message === 'asked') cost ??= { ms: performance.now() - start, peakMb: readPeak(child) }
  }
  server.child.on('message', note)
  try {
    const complaint = child.stderr === null ? '' : text(child.stderr)
    const [code] = await once(child, 'close')
    if (code !== 0 || cost === undefined) throw new Error(`${program} ended with ${code}: ${await complaint}`)
    return cost
  } finally {
    server.child.off('message', note)
  }
}

/** Milliseconds of a whole command, its output thrown away. */
export async function measureCommand({ command, env, cwd }: Omit<StartOptions, 'server'>): Promise<number> {
  const [program = '', ...args] = command
  const start = performance.now()
  const child = spawn(program, args, { cwd, env, stdio: 'ignore', timeout: TIMEOUT })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`)
  return performance.now() - start
}

function readPeak({ pid }: ChildProcess): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
