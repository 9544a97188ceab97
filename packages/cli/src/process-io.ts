import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { WriteStream } from 'node:tty'
import type { Io, Output } from '@antiphon/host'
import { EXIT_CODES } from '@antiphon/host'
import { openPager } from './terminal/open-pager.ts'

/** The process's own streams. */
export function createProcessIo(signal: AbortSignal): Io {
  let leave = (): void => process.exit()
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader went away, as `head` does: there is nobody left to tell.
    if (error.code === 'EPIPE') return leave()
    process.stderr.write(`antiphon: cannot write the output (${error.code}).\n`)
    // Whoever has something to make durable does so first.
    process.exitCode = EXIT_CODES.wrongUse
    leave()
  })
  process.stderr.on('error', () => {})
  return {
    // Only touched by who reads it: an open terminal would keep the process alive.
    get stdin() {
      return process.stdin
    },
    stdout: toOutput(process.stdout, signal),
    stderr: toOutput(process.stderr, signal),
    env: process.env,
    signal,
    ...(process.stdout.isTTY && { openPager: () => openPager(process.env) }),
    onClosedOutput(next) {
      leave = next
    },
    startBeside,
  }
}

function startBeside(argv: readonly string[], env: Io['env']): void {
  const program = [...process.execArgv, ...process.argv.slice(1, 2)]
  const child = spawn(process.execPath, [...program, ...argv], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...env },
  })
  child.on('error', () => {})
  child.unref()
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It is over already, or may not be slowed down: then it does its work all the same.
  }
}

function toOutput(stream: WriteStream, signal: AbortSignal): Output {
  return {
    async write(text) {
      if (text === '' || stream.destroyed) return
      // A stream that breaks meanwhile says so elsewhere; who is told to end waits for no reader.
      if (!stream.write(text)) await once(stream, 'drain', { signal }).catch(() => undefined)
    },
    isTerminal: stream.isTTY === true,
    columns: () => (stream.isTTY ? stream.columns : undefined),
  }
}
