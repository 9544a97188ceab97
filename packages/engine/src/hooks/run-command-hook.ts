import { type ChildProcess, spawn } from 'node:child_process'
import { collectText } from './bounded-text.ts'
import { killProcessGroup } from './kill-process-group.ts'

/** How a command came to its end, and what it printed. */
export type CommandRun = {
  readonly end: 'exited' | 'timeout' | 'cancelled' | 'not_started'
  /** Null where a signal ended it. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

export type RunCommandOptions = {
  readonly command: string
  /** What it reads on its standard input. */
  readonly input: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Runs a command in a shell and a process group of its own; on time-out or interrupt the whole group ends. Never throws. */
export function runCommandHook(options: RunCommandOptions): Promise<CommandRun> {
  const { command, input, cwd, env, timeoutMs, signal } = options
  if (signal.aborted) return Promise.resolve(nothing('cancelled', ''))
  return new Promise(resolve => {
    let child: ChildProcess
    try {
      child = spawn(command, { cwd, env: { ...env }, shell: true, detached: process.platform !== 'win32' })
    } catch (error) {
      resolve(nothing('not_started', error instanceof Error ? error.message : String(error)))
      return
    }
    resolve(followChild(child, { input, timeoutMs, signal }))
  })
}

const MAX_OUTPUT_BYTES = 1_048_576
/** How long a command may take to tidy up after it was told to end. */
const GRACE_MS = 1_000
/** How long its pipes may stay open behind it, held by something that it left running. */
const DRAIN_MS = 200

function followChild(
  child: ChildProcess,
  { input, timeoutMs, signal }: Pick<RunCommandOptions, 'input' | 'timeoutMs' | 'signal'>,
): Promise<CommandRun> {
  const stdout = child.stdout && collectText(child.stdout, MAX_OUTPUT_BYTES)
  const stderr = child.stderr && collectText(child.stderr, MAX_OUTPUT_BYTES)
  // A command need not read what it is told.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  return new Promise(resolve => {
    let end: CommandRun['end'] = 'exited'
    const timers: NodeJS.Timeout[] = []
    const stop = (why: 'timeout' | 'cancelled'): void => {
      if (end !== 'exited') return
      end = why
      killProcessGroup(child, 'SIGTERM')
      timers.push(setTimeout(() => killProcessGroup(child, 'SIGKILL'), GRACE_MS))
    }
    const onAbort = (): void => stop('cancelled')
    let isFinished = false
    const finish = (exitCode: number | null, problem = ''): void => {
      if (isFinished) return
      isFinished = true
      for (const timer of timers) clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      // Whatever of the group outlived its leader was told to end as well.
      if (end === 'timeout' || end === 'cancelled') killProcessGroup(child, 'SIGKILL')
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve({ end, exitCode, stdout: stdout?.text() ?? '', stderr: (stderr?.text() ?? '') + problem })
    }
    timers.push(setTimeout(() => stop('timeout'), timeoutMs))
    signal.addEventListener('abort', onAbort)
    child.once('error', error => {
      if (child.pid !== undefined) return
      end = 'not_started'
      finish(null, error.message)
    })
    // One more look at the pipes: a busy program may be late for them.
    const drain = (exitCode: number | null): unknown => setImmediate(() => finish(exitCode))
    child.once('exit', exitCode => timers.push(setTimeout(drain, DRAIN_MS, exitCode)))
    child.once('close', exitCode => finish(exitCode))
  })
}

function nothing(end: CommandRun['end'], stderr: string): CommandRun {
  return { end, exitCode: null, stdout: '', stderr }
}
