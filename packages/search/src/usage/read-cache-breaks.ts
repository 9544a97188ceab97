import { closeSync, fstatSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { scanEntries } from '@antiphon/core/log'
import { openForReading, readBatches } from '../read-lines.ts'
import { createCacheThreads } from './cache-thread.ts'
import { type CacheBreakReport, computeCacheBreaks } from './compute-cache-breaks.ts'
import { NODE_BYTE_TEXT } from './node-byte-text.ts'

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
  const descriptor = openForReading(path)
  try {
    const { size } = fstatSync(descriptor)
    let position = 0
    for (const { bytes, offset, passed } of readBatches(descriptor, { start: 0, end: size })) {
      for (const { entry } of scanEntries(bytes, NODE_BYTE_TEXT)) threads.add(entry)
      position = offset + bytes.length
      onBytes(bytes.length + passed)
      await setImmediate()
      signal?.throwIfAborted()
    }
    return position < size ? null : computeCacheBreaks(threads.threads(), isCounted)
  } finally {
    closeSync(descriptor)
  }
}
