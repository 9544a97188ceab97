import { once } from 'node:events'
import type { WriteStream } from 'node:tty'
import type { Io, Output } from './io.ts'

/** The process's own streams. */
export function createProcessIo(signal: AbortSignal): Io {
  return {
    // Only touched by who reads it: an open terminal would keep the process alive.
    get stdin() {
      return process.stdin
    },
    stdout: toOutput(process.stdout),
    stderr: toOutput(process.stderr),
    env: process.env,
    signal,
  }
}

function toOutput(stream: WriteStream): Output {
  return {
    async write(text) {
      if (text !== '' && !stream.write(text)) await once(stream, 'drain')
    },
    isTerminal: stream.isTTY === true,
    columns: () => (stream.isTTY ? stream.columns : undefined),
  }
}
