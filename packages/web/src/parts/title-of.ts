import { oneLine, stripControl } from '@antiphon/core/ui'
import type { SessionRow } from '@antiphon/server/protocol'

/** What a session is called, in one line; empty where it has neither a name nor words, since nobody reads ids. */
export function titleOf(
  row: Pick<SessionRow, 'title' | 'titleSource' | 'firstPrompt'>,
  most: number = 300,
): string {
  return oneLine(stripControl((row.titleSource !== 'none' && row.title) || row.firstPrompt || ''), most)
}
