import { readFileForwards } from '../file/read-file-forwards.ts'
import { toStoredItem } from '../store/to-stored-item.ts'
import type { StoredItem } from '../store/transcript-store.ts'

/** What a file holds from its beginning, or from the `next` of something that was read, up to its end of now. */
export async function* readItemsForwards(
  path: string,
  { from }: { readonly from?: number } = {},
): AsyncGenerator<StoredItem, void, undefined> {
  for await (const line of readFileForwards(path, from === undefined ? {} : { from })) {
    // A line that is still being written is none yet.
    const item = line.kind === 'bad' && line.reason === 'torn' ? null : toStoredItem(line)
    if (item) yield item
  }
}
