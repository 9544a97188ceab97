import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { orElse } from '../files/or-else.ts'
import { endProcessGroup, isGroupAlive } from '../process/process-group.ts'
import { waitAtMost } from '../process/wait-at-most.ts'
import type { Confine, ConfinedProgram } from '../sandbox/sandbox.ts'
import { createOutputBuffer, type OutputBuffer } from './output-buffer.ts'
import { createOutputTail, type OutputTail } from './output-tail.ts'

/** A shell that runs a command in a process group of its own, without input. */
export interface ShellProcess {
  readonly group: number
  readonly stdout: OutputBuffer
  readonly stderr: OutputBuffer
  /** The end of both. */
  readonly tail: OutputTail
  /** When the shell has ended and what it printed has been read. Never rejects. */
  readonly ended: Promise<ShellEnd>
  /** Ends the whole group; `ended` follows. */
  kill(): void
}

export type ShellEnd = {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly wasKilled: boolean
  /** Something that the command started lives on; its further output is thrown away. */
  readonly hasLeftovers: boolean
  /** What a sandbox has to say about it. */
  readonly notes: readonly string[]
}

type ShellOptions = {
  readonly script: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly graceMs?: number
  /** Starts it inside a sandbox. */
  readonly confine?: Confine | undefined
}

/** Starts a shell, or says in words why that cannot be done. */
export function startShell(options: ShellOptions): ShellProcess | { readonly problem: string } {
  const shell = findShell(options.env)
  if (shell === null) return { problem: NO_SHELL }
  const program = toProgram(shell, options)
  if ('problem' in program) return program
  const child = trySpawn(program, options.cwd)
  if (child instanceof Error || child.pid === undefined) {
    if (!(child instanceof Error)) child.once('error', () => {})
    const reason = child instanceof Error ? ` (${child.message})` : ''
    program.onEnd()
    return { problem: `The shell could not be started in ${options.cwd}${reason}. Does that folder exist?` }
  }
  program.onStart(child)
  const gone = program.isGone?.(child) ?? null
  return followShell(child, child.pid, { graceMs: options.graceMs, gone, onEnd: program.onEnd })
}

function toProgram(
  shell: string,
  { script, cwd, env, confine }: ShellOptions,
): ConfinedProgram | { readonly problem: string } {
  const plain = { file: shell, args: ['-c', script], cwd, env }
  return confine
    ? confine(plain)
    : { ...plain, streams: [], onStart: () => {}, isGone: null, onEnd: () => [] }
}

function trySpawn({ file, args, env, streams }: ConfinedProgram, cwd: string): ChildProcess | Error {
  try {
    return spawn(file, [...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', ...streams],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function followShell(
  child: ChildProcess,
  group: number,
  {
    graceMs,
    gone,
    onEnd,
  }: {
    readonly graceMs: number | undefined
    readonly gone: Promise<void> | null
    readonly onEnd: () => readonly string[]
  },
): ShellProcess {
  const stdout = createOutputBuffer()
  const stderr = createOutputBuffer()
  const tail = createOutputTail()
  const streams = [collect(child.stdout, stdout, tail), collect(child.stderr, stderr, tail)]
  let ending: Promise<void> | null = null

  async function end(): Promise<ShellEnd> {
    const { exitCode, signal } = await exitOf(child)
    // A signal for the group is still on its way to those that outlive the shell.
    if (ending) await ending
    await waitUntilRead(streams)
    if (ending) await ending
    const hasLeftovers = ending === null && (await isLeft(group, gone))
    for (const stream of streams) stream.release()
    const notes = onEnd()
    return { exitCode, signal, wasKilled: ending !== null, hasLeftovers, notes }
  }

  return {
    group,
    stdout,
    stderr,
    tail,
    ended: end(),
    kill() {
      ending ??= endProcessGroup(group, graceMs)
    },
  }
}

/** A sandbox ends a moment after what it held, and knows of what left its group. */
async function isLeft(group: number, gone: Promise<void> | null): Promise<boolean> {
  if (gone === null) return isGroupAlive(group)
  return (
    (await waitAtMost(
      gone.then(() => true),
      END_OF_SANDBOX_MS,
    )) !== true
  )
}

const END_OF_SANDBOX_MS = 500

function exitOf(child: ChildProcess): Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }> {
  return new Promise(resolve => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
    child.on('error', () => resolve({ exitCode: null, signal: null }))
  })
}

/** A stream of which what comes is kept until it is released. */
interface CollectedStream {
  readonly isOver: () => boolean
  readonly unitsRead: () => number
  /** Keeps nothing more, but goes on reading: whoever still writes must not choke. */
  release(): void
}

function collect(stream: Readable | null, buffer: OutputBuffer, tail: OutputTail): CollectedStream {
  const decoder = new StringDecoder('utf8')
  let isOver = stream === null
  let read = 0
  const keep = (chunk: Buffer): void => {
    read += chunk.length
    tail.write(chunk)
    buffer.write(decoder.write(chunk))
  }
  const close = (): void => {
    if (!isOver) buffer.write(decoder.end())
    isOver = true
  }
  stream?.on('data', keep)
  stream?.once('end', close)
  stream?.once('close', close)
  stream?.on('error', close)
  return {
    isOver: () => isOver,
    unitsRead: () => read,
    release() {
      if (isOver || !stream) return
      close()
      stream.off('data', keep)
      stream.resume()
      // The pipe of a child process is a socket; it must not keep this process alive.
      if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
    },
  }
}

/**
 * Resolves when all streams have ended, or, where something that was left running holds them open,
 * when nothing more comes for a moment. Bounded: a process that never stops printing is not waited for.
 */
async function waitUntilRead(streams: readonly CollectedStream[]): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = count(streams)
    for (let look = 0; look < LOOKS_PER_ROUND; look += 1) {
      if (streams.every(({ isOver }) => isOver())) return
      await sleep(LOOK_MS)
      // After a pause of this process timers come first: let what has arrived be read before judging.
      await nextTurn()
      await nextTurn()
    }
    if (count(streams) === before) return
  }
}

const LOOK_MS = 10
const LOOKS_PER_ROUND = 10
const MAX_ROUNDS = 10

function count(streams: readonly CollectedStream[]): number {
  return streams.reduce((sum, { unitsRead }) => sum + unitsRead(), 0)
}

/** The shell that runs commands: bash where there is one, else sh; null where there is neither. */
function findShell(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(folder => folder !== '')
  const isWindows = platform === 'win32'
  const places = isWindows ? folders : [...folders, '/bin', '/usr/bin']
  const names = isWindows ? ['bash.exe', 'sh.exe'] : ['bash', 'sh']
  const candidates = names.flatMap(name => places.map(folder => join(folder, name)))
  return candidates.find(isExecutable) ?? null
}

/** What to say where no shell was found. */
const NO_SHELL: string =
  process.platform === 'win32'
    ? 'No bash was found on the PATH. Install Git for Windows, which brings one, and start the session again.'
    : 'Neither bash nor sh was found on the PATH or in /bin. Commands cannot be run here.'

function isExecutable(path: string): boolean {
  return orElse(() => {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  }, false)
}
