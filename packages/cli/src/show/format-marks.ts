import type { PersonItem } from '@antiphon/core'

/** What is special about an item, in words behind it; mostly nothing. */
export function formatMarks(item: PersonItem): string {
  const marks = [
    ...(item.kind === 'prompt' && item.author ? [`by ${item.author.name}`] : []),
    ...(item.isVirtual ? ['never sent'] : []),
    ...(item.isRetracted ? ['taken back'] : []),
    ...(item.isSidechain ? ['subagent'] : []),
  ]
  return marks.length === 0 ? '' : `(${marks.join(', ')})`
}
