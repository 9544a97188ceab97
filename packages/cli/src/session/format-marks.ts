import type { PersonItem } from '@antiphon/core'
import type { Screen } from '../terminal/screen.ts'

/** What is special about an item, in words behind it; mostly nothing. */
export function formatMarks(item: PersonItem, { palette }: Screen): string {
  const marks = [
    ...(item.isVirtual ? ['never sent'] : []),
    ...(item.isRetracted ? ['taken back'] : []),
    ...(item.isSidechain ? ['subagent'] : []),
  ]
  return marks.map(mark => ` ${palette.dim(`(${mark})`)}`).join('')
}
