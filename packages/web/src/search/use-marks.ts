import { type RefObject, useEffect } from 'react'

/** Marks words below an element without touching what is drawn, and brings the first into view when `drawn` changes. */
export function useMarks(
  scope: RefObject<HTMLElement | null>,
  words: readonly string[],
  drawn: unknown,
): void {
  useEffect(() => {
    const root = scope.current
    const registry = typeof Highlight === 'undefined' ? undefined : CSS.highlights
    if (!root || !registry || drawn === undefined) return
    const ranges = findRanges(root, words)
    registry.set(NAME, new Highlight(...ranges))
    const first = ranges[0]?.startContainer.parentElement
    if (first && first.offsetTop > root.clientHeight) first.scrollIntoView({ block: 'center' })
    else root.scrollTop = 0
    return () => {
      registry.delete(NAME)
    }
  }, [scope, words, drawn])
}

const NAME = 'search-preview'
const MOST_RANGES = 500

function findRanges(root: HTMLElement, words: readonly string[]): readonly Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = walker.nextNode(); node && ranges.length < MOST_RANGES; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    const folded = text.toLowerCase()
    for (const word of words)
      for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
        // Letters that grow when they are folded would end behind the node.
        if (at + word.length > text.length) break
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        ranges.push(range)
      }
  }
  return ranges
}
