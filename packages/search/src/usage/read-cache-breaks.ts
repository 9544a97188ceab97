import { closeSync } from 'node:fs'
import { scanEntries } from '@antiphon/core/log'
import { createCacheThreads } from './cache-thread.ts'
import { type CacheBreakReport, computeCacheBreaks } from './compute-cache-breaks.ts'
import { stateOf } from './file-state.ts'
import { NODE_BYTE_TEXT } from './node-byte-text.ts'
import { openForReading } from './read-file-usage.ts'
import { createLineMemory, readLines } from './read-lines.ts'

export type ReadCacheBreaksOptions = {
  readonly signal?: AbortSignal
  readonly onBytes?: (count: number) => void
  /** False for times of which nothing is told; all are unless told. */
  readonly isCounted?: (at: string | null) => boolean
}

/**
 * Finds where the prompt cache broke in the log of a session or of a subagent; holds no more of it than its answers.
 * Null where the file was cut while it was read. Throws what the system throws.
 */
export async function readCacheBreaks(
  path: string,
  { signal, onBytes = () => {}, isCounted }: ReadCacheBreaksOptions = {},
): Promise<CacheBreakReport | null> {
  const threads = createCacheThreads()
  const take = (lines: Buffer): void => {
    for (const { entry } of scanEntries(lines, NODE_BYTE_TEXT)) threads.add(entry)
  }
  const descriptor = openForReading(path)
  try {
    const { size } = stateOf(descriptor)
    const receivers = { onBytes, onLines: take, onRest: take, onTooLong: () => {} }
    const end = await readLines(descriptor, {
      from: 0,
      size,
      memory: createLineMemory(),
      signal,
      ...receivers,
    })
    return end === undefined ? null : computeCacheBreaks(threads.threads(), isCounted)
  } finally {
    closeSync(descriptor)
  }
}
