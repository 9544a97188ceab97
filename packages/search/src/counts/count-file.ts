import { closeSync } from 'node:fs'
import { scanEntries } from '@antiphon/core/log'
import { createMessageCounter, type MessageCounts } from '@antiphon/core/ui'
import { NODE_BYTE_TEXT } from '@antiphon/transcript'
import { openForReading, visitBatches } from '../read-lines.ts'
import { type LogState, stateOf } from '../sources/log-state.ts'

/** How much one log held when it was read. */
export type CountedFile = { readonly state: LogState; readonly counts: MessageCounts }

/** Counts a log of any length, by the one definition, up to the length that it has now. Throws what the system throws. */
export async function countFile(path: string, signal?: AbortSignal): Promise<CountedFile> {
  const descriptor = openForReading(path)
  try {
    const state = stateOf(descriptor)
    const counter = createMessageCounter()
    await visitBatches(descriptor, { start: 0, end: state.size, signal }, ({ bytes }) => {
      for (const { entry } of scanEntries(bytes, NODE_BYTE_TEXT)) counter.add(entry)
    })
    return { state, counts: counter.counts() }
  } finally {
    closeSync(descriptor)
  }
}
