import type { ListedFile } from '@antiphon/transcript'
import { listSources, type SourceListing, toSources } from './list-sources.ts'
import { createFolderStamper } from './stamp-folders.ts'

/** Lists the logs of some roots again and again. */
export interface SourceLister {
  list(): Promise<SourceListing>
}

/**
 * Folders that did not change name the same files, so that only these are looked at. Where something could not be read,
 * all is listed anew each time: a link may come to life without any change of its folder.
 */
export function createSourceLister(roots: readonly string[], settledMs?: number): SourceLister {
  const folders = createFolderStamper(roots, settledMs)
  let known: { readonly stamp: string; readonly listed: readonly ListedFile[] } | undefined
  return {
    async list() {
      const stamp = folders.stamp()
      if (stamp !== undefined && known?.stamp === stamp)
        return { files: toSources(known.listed), problems: [] }
      const { listed, ...listing } = await listSources(roots)
      const isKnown = stamp !== undefined && listing.problems.length === 0
      known = isKnown ? { stamp, listed } : undefined
      return listing
    },
  }
}
