import { setImmediate } from 'node:timers/promises'
import type { Io } from '@antiphon/host'
import { ProgramError } from '@antiphon/host'

/** Where an export goes: all of it after `finish`, nothing after `discard`. */
export interface OutputSink {
  write(text: string): Promise<void>
  finish(): Promise<void>
  discard(): Promise<void>
}

/** Standard output; what was printed cannot be taken back. */
export function createStdoutSink({ stdout }: Io): OutputSink {
  return { write: text => stdout.write(text), finish: async () => {}, discard: async () => {} }
}

/** Writes pieces in portions that are worth a system call; stops where the person interrupts. */
export async function writePieces(
  sink: OutputSink,
  pieces: Iterable<string>,
  { signal }: Pick<Io, 'signal'>,
): Promise<void> {
  let pending: string[] = []
  let length = 0
  for (const piece of pieces) {
    pending.push(piece)
    length += piece.length
    if (length < PORTION_UNITS) continue
    await sink.write(pending.join(''))
    pending = []
    length = 0
    // Signals are only heard between two turns of the event loop.
    await setImmediate()
    if (signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
  }
  await sink.write(pending.join(''))
}

const PORTION_UNITS = 65_536
