import { formatCount, formatSize } from '@antiphon/core/ui'
import type { SearchStatus, UpdateOutcome } from '@antiphon/search'
import { formatPlace } from '../session-list/short-names.ts'

/** What is told of an index that is of no use, before it is made anew. */
export function formatIndexState({ index }: SearchStatus): readonly string[] {
  switch (index) {
    case 'damaged':
      return ['The search index was damaged; it is made anew, and the logs are read meanwhile.']
    case 'other-version':
      return [
        'The search index is of another version of antiphon; it is made anew, and the logs are read meanwhile.',
      ]
    case 'unreadable':
      return ['The search index cannot be read; the logs are read instead. Check the rights of its folder.']
    case 'none':
    case 'read':
      return []
  }
}

/** What is told of indexing that did not come to its end. */
export function formatUpdate(outcome: UpdateOutcome): readonly string[] {
  if (outcome.kind === 'full')
    return ['The search index has its largest size; what is oldest is read from the logs with each search.']
  if (outcome.kind !== 'failed') return []
  const reason = outcome.code === 'ENOSPC' ? 'the disk is full' : outcome.code
  return [`The search index could not be written (${reason}); searches read the logs instead.`]
}

/** `--status` for a person. */
export function formatStatus(status: SearchStatus, home: string | undefined): readonly string[] {
  const { files, sourceBytes, indexedBytes, indexBytes, maxIndexBytes, folder, segments } = status
  const share = sourceBytes === 0 ? 100 : Math.floor((indexedBytes / sourceBytes) * 100)
  const ratio = indexedBytes === 0 ? 0 : (indexBytes / indexedBytes) * 100
  return [
    `${formatCount(files, 'log')}, ${formatSize(sourceBytes)}; ${share}% of it indexed, the rest is scanned.`,
    folder === null
      ? 'No index: neither HOME nor XDG_CACHE_HOME is set.'
      : `Index: ${formatSize(indexBytes)} (${ratio.toFixed(1)}%, at most ${formatSize(maxIndexBytes)}) in ${formatCount(segments, 'segment')} at ${formatPlace(folder, home)}.`,
    ...formatIndexState(status),
    ...status.problems.map(({ path, reason }) => `${formatPlace(path, home)} ${reason}.`),
  ]
}
