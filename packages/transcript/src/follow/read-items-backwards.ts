import { readFileBackwards } from '../file/read-file-backwards.ts'
import { toStoredItem } from '../store/to-stored-item.ts'
import type { StoredItem } from '../store/transcript-store.ts'

/**
 * What a file holds, last first, without the line that is still being written: to go on live, follow from the `next` of
 * the first. Begins at the end, or before `from`, the `seq` of something that was read. Reads little more than it is
 * asked for.
 */
export async function* readItemsBackwards(
  path: string,
  { from }: { readonly from?: number } = {},
): AsyncGenerator<StoredItem, void, undefined> {
  let isLast = from === undefined
  for await (const line of readFileBackwards(path, from === undefined ? {} : { from })) {
    const isUnfinished = isLast && line.kind === 'bad' && line.raw.at(-1) !== NEWLINE
    isLast = false
    const item = isUnfinished ? null : toStoredItem(line)
    if (item) yield item
  }
}

const NEWLINE = 0x0a
