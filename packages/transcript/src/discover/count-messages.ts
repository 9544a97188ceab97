import { countMessages } from '@antiphon/core'
import { scanEntries } from '@antiphon/core/log'
import type { LineChunk } from './read-line-chunks.ts'

/** How many messages a log holds, by the one definition; what tools stored for themselves is not even parsed. */
export function countLogMessages(bytes: Uint8Array): number {
  return countMessages(toValues(bytes)).messages
}

function* toValues(bytes: Uint8Array): Generator<unknown, void, undefined> {
  for (const { entry } of scanEntries(bytes)) yield entry
}

/** How many messages a file of `size` bytes may hold, if all of it is as dense as these chunks. */
export function estimateMessages(chunks: readonly LineChunk[], size: number): number {
  let read = 0
  let messages = 0
  for (const { bytes } of chunks) {
    read += bytes.length
    for (const mark of bytes.toString('latin1').match(MARKS) ?? []) messages += mark === MESSAGE ? 1 : -1
  }
  return read === 0 ? 0 : Math.max(1, Math.round((messages / read) * size))
}

const MESSAGE = '"parentUuid":'
// Once over a string is twice as fast as once for each of them over the bytes.
const MARKS = /"parentUuid":|"type":"progress"/g
