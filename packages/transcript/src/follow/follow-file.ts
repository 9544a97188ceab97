import type { FollowItem, FollowOptions } from '../store/transcript-store.ts'

/** Gives a file's entries from a position on, then each new one as it is written, until the signal. */
export async function* followFile(path: string, options: FollowOptions = {}): AsyncGenerator<FollowItem> {
  throw new Error(`not written yet: ${path} ${options.from}`)
}
