import { isToolUseResultMessage } from '@antiphon/core'
import { readMessageId } from '@antiphon/core/log'
import { createFileStore } from '@antiphon/transcript'
import type { FoundLog } from '../logs/find-log.ts'
import type { PlaceInLog } from './find-place.ts'

export type LastResultOptions = {
  /** Where the first of them stands. */
  readonly place: PlaceInLog
  /** The id of the answer that it replies to. */
  readonly answerId: string | undefined
}

/**
 * Where the last of the results stands that reply to one answer: they go to the model together, although each has an
 * entry of its own, and the answer may still be being written when the first of its calls is done. Null where no other
 * follows.
 */
export async function findLastResult(
  log: FoundLog,
  { place, answerId }: LastResultOptions,
): Promise<PlaceInLog | null> {
  const store = createFileStore({ root: log.root })
  let last: PlaceInLog | null = null
  let looked = 0
  for await (const item of store.read(log.key, { from: place.end })) {
    if (++looked > MAX_LOOKED || item.next - place.end > MAX_BYTES) break
    if (item.kind !== 'entry') continue
    if (item.entry.type === 'assistant' && readMessageId(item.entry) !== answerId) break
    if (isToolUseResultMessage(item.entry))
      last = { entry: item.entry, end: item.next, leafUuid: item.entry.uuid }
  }
  return last
}

const MAX_LOOKED = 200
const MAX_BYTES = 8 * 1024 * 1024
