import { messageText } from '@antiphon/core'
import type { StoryItem } from './compute-story.ts'

/** Finds items that say something; keeps what it has folded, since a story grows while it is searched. */
export function createItemFinder(): (items: readonly StoryItem[], query: string) => readonly string[] {
  const folded = new WeakMap<object, string>()
  function textOf({ item }: StoryItem): string {
    const known = folded.get(item.message)
    if (known !== undefined && item.kind !== 'tool') return known
    const result =
      item.kind === 'tool' ? `${messageText(item.message)}\n${messageText(item.story.result)}` : ''
    const text = `${item.text}\n${result}`.toLowerCase()
    folded.set(item.message, text)
    return text
  }
  return (items, query) => {
    const words = query.trim().toLowerCase()
    if (words === '') return []
    return items.filter(item => textOf(item).includes(words)).map(({ key }) => key)
  }
}
