import { formatCount, formatSize, stripControl } from '@antiphon/core/ui'
import type { Leftover } from '@antiphon/transcript'
import { indent, type Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import type { LeftoverReport } from './clear-leftovers.ts'

/** What killed processes left, a line each; nothing where they left nothing. */
export function formatLeftovers(
  leftovers: readonly LeftoverReport[],
  { palette, width }: Screen,
): readonly string[] {
  if (leftovers.length === 0) return []
  const isLeft = leftovers.some(({ isRemoved }) => !isRemoved)
  const size = formatSize(leftovers.reduce((sum, { bytes }) => sum + bytes, 0))
  const head = `${formatCount(leftovers.length, 'leftover')} of killed processes, ${size}${isLeft ? '; --fix removes what nobody uses' : ''}:`
  return [
    ...wrapText(head, width).map(palette.bold),
    ...leftovers.flatMap(({ kind, path, bytes, isRemoved }) =>
      indent(
        wrapText(
          `${isRemoved ? 'removed' : WORDS[kind]} · ${formatSize(bytes)} · ${stripControl(path)}`,
          width - 2,
        ),
        '  ',
      ),
    ),
  ]
}

const WORDS: Readonly<Record<Leftover['kind'], string>> = {
  repair: 'the copy of a fix',
  draft: 'a part of a fork',
  lock: 'the lock of a writer',
}
