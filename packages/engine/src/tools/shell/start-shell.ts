import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { findShell, NO_SHELL } from './find-shell.ts'
import { createOutputBuffer, type OutputBuffer } from './output-buffer.ts'
import { createOutputTail, type OutputTail } from './output-tail.ts'
import { endProcessGroup, isGroupAlive } from './process-group.ts'
import { waitUntilRead } from './wait-until-read.ts'

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
}

export type ShellOptions = {
  readonly script: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly graceMs?: number
}

/** Starts a shell, or says in words why that cannot be done. */
export function startShell(options: ShellOptions): ShellProcess | { readonly problem: string } {
  const shell = findShell(options.env)
  if (shell === null) return { problem: NO_SHELL }
  const child = trySpawn(shell, options)
  if (child instanceof Error || child.pid === undefined) {
    if (!(child instanceof Error)) child.once('error', () => {})
    const reason = child instanceof Error ? ` (${child.message})` : ''
    return { problem: `The shell could not be started in ${options.cwd}${reason}. Does that folder exist?` }
  }
  return followShell(child, child.pid, options.graceMs)
}

function trySpawn(shell: string, { script, cwd, env }: ShellOptions): ChildProcess | Error {
  try {
    return spawn(shell, ['-c', script], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function followShell(child: ChildProcess, group: number, graceMs: number | undefined): ShellProcess {
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
    const hasLeftovers = ending === null && isGroupAlive(group)
    for (const stream of streams) stream.release()
    return { exitCode, signal, wasKilled: ending !== null, hasLeftovers }
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

function exitOf(child: ChildProcess): Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }> {
  return new Promise(resolve => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
    child.on('error', () => resolve({ exitCode: null, signal: null }))
  })
}

/** A stream of which what comes is kept until it is released. */
export interface CollectedStream {
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
