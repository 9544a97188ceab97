import { setImmediate } from 'node:timers/promises'
import type { Entry } from '@antiphon/core'
import type { Io } from '@antiphon/host'
import { ProgramError } from '@antiphon/host'
import type { Redactor } from '@antiphon/transcript'
import type { ProgressBar } from '../terminal/progress-bar.ts'

export type RedactEntriesOptions = {
  readonly redact: Redactor['value']
  readonly bar: ProgressBar
  readonly io: Io
}

/** Entries after one pass of a redactor; the event loop turns meanwhile, so that Ctrl-C is heard. */
export async function redactEntries(
  entries: readonly Entry[],
  { redact, bar, io }: RedactEntriesOptions,
): Promise<readonly Entry[]> {
  const redacted: Entry[] = []
  let restedAt = performance.now()
  for (const [index, entry] of entries.entries()) {
    // The redactor keeps the shape of what it is given.
    redacted.push(redact(entry) as Entry)
    if (performance.now() - restedAt < LONGEST_WORK_MS) continue
    bar.update(index + 1, entries.length, 'looking for secrets')
    await setImmediate()
    if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
    restedAt = performance.now()
  }
  return redacted
}

const LONGEST_WORK_MS = 50
