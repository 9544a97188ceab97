import type { Io } from '@antiphon/host'

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
