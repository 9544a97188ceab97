import type { FileRewind } from '@antiphon/core/chat'
import { stripControl } from '@antiphon/core/ui'
import type { RewindResult } from '@antiphon/engine'

/** What a rewind came to, for a page: paths and words may come from a log. */
export function toFileRewind(result: RewindResult): FileRewind {
  const { canRewind, error = '', filesChanged, insertions, deletions, notices } = result
  return {
    ...{ canRewind, insertions, deletions },
    error: stripControl(error),
    filesChanged: filesChanged.map(path => stripControl(path)),
    notices: notices.map(notice => stripControl(notice)),
  }
}
