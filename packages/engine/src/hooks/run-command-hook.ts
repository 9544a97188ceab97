import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { endProcessGroup } from '../process/process-group.ts'

/** How a command came to its end, and what it printed. */
export type CommandRun = {
  readonly end: 'exited' | 'timeout' | 'cancelled' | 'not_started'
  /** Null where a signal ended it. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

type RunCommandOptions = {
  readonly command: string
  /** What it reads on its standard input. */
  readonly input: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Runs a command in a shell and a process group of its own; on time-out or interrupt the whole group ends. Never throws. */
export async function runCommandHook(options: RunCommandOptions): Promise<CommandRun> {
  const { command, cwd, env, signal } = options
  if (signal.aborted) return nothing('cancelled', '')
  try {
    const child = spawn(command, {
      cwd,
      env: { ...env },
      shell: true,
      detached: process.platform !== 'win32',
    })
    return await followChild(child, options)
  } catch (error) {
    return nothing('not_started', error instanceof Error ? error.message : String(error))
  }
}

const MAX_OUTPUT_BYTES = 1_048_576
/** How long a command may take to tidy up after it was told to end. */
const GRACE_MS = 1_000
/** How long its pipes may stay open behind it, held by something that it left running. */
const DRAIN_MS = 200

type Following = Pick<RunCommandOptions, 'input' | 'timeoutMs' | 'signal'>

async function followChild(
  child: ChildProcess,
  { input, timeoutMs, signal }: Following,
): Promise<CommandRun> {
  const stdout = child.stdout && collectText(child.stdout, MAX_OUTPUT_BYTES)
  const stderr = child.stderr && collectText(child.stderr, MAX_OUTPUT_BYTES)
  // A command need not read what it is told.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  let end: CommandRun['end'] = 'exited'
  let ending: Promise<void> | undefined
  const stop = (why: 'timeout' | 'cancelled'): void => {
    if (ending || child.pid === undefined) return
    end = why
    ending = endProcessGroup(child.pid, GRACE_MS)
  }
  const onAbort = (): void => stop('cancelled')
  const timer = setTimeout(stop, timeoutMs, 'timeout')
  signal.addEventListener('abort', onAbort)
  try {
    const exitCode = await waitForEnd(child)
    clearTimeout(timer)
    await ending
    return { end, exitCode, stdout: stdout?.text() ?? '', stderr: stderr?.text() ?? '' }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

/** Resolves when it has ended and its pipes are read; rejects where it never began. */
function waitForEnd(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', error => {
      if (child.pid === undefined) reject(error)
    })
    // One more look at the pipes after the wait: a busy program may be late for them.
    const drain = (exitCode: number | null): unknown => setImmediate(() => resolve(exitCode))
    child.once('exit', exitCode => {
      const timer = setTimeout(drain, DRAIN_MS, exitCode)
      child.once('close', () => {
        clearTimeout(timer)
        resolve(exitCode)
      })
    })
  })
}

function nothing(end: CommandRun['end'], stderr: string): CommandRun {
  return { end, exitCode: null, stdout: '', stderr }
}

/** Collects the head of a stream as text and lets the rest pass by. */
interface BoundedText {
  text(): string
}

/** Reads a stream to its end, whatever its length, and keeps `maxBytes` of it. */
function collectText(stream: Readable, maxBytes: number): BoundedText {
  const decoder = new StringDecoder('utf8')
  const parts: string[] = []
  let left = maxBytes
  stream.on('data', (chunk: Buffer) => {
    if (left <= 0) return
    parts.push(decoder.write(chunk.subarray(0, left)))
    left -= chunk.length
  })
  // A pipe that breaks ends; what came before is what there is.
  stream.on('error', () => {})
  return { text: () => parts.join('') }
}
