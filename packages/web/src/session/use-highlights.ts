import { type RefObject, useEffect } from 'react'
import { readMarkedWords } from './read-marked-words.ts'

/** Marks words wherever they are drawn below an element, without touching what is drawn. Browsers that cannot, do not. */
export function useHighlights(scope: RefObject<HTMLElement | null>, query: string): void {
  useEffect(() => {
    const words = readMarkedWords(query)
    const registry = typeof Highlight === 'undefined' ? undefined : CSS.highlights
    const root = scope.current
    if (!registry || !root || words.length === 0) return
    let frame = 0
    const draw = (): void => {
      frame = 0
      const stories = root.querySelectorAll('.story-scroll')
      registry.set(NAME, new Highlight(...[...stories].flatMap(story => findRanges(story, words))))
    }
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(draw)
    })
    draw()
    observer.observe(root, { subtree: true, childList: true, characterData: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      registry.delete(NAME)
    }
  }, [scope, query])
}

const NAME = 'found'
const MOST_RANGES = 2000

function findRanges(root: Element, words: readonly string[]): Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = walker.nextNode(); node && ranges.length < MOST_RANGES; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase()
    for (const word of words) {
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
        // Letters that grow when they are folded would end behind the node.
        if (at + word.length > (node.nodeValue ?? '').length) break
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        ranges.push(range)
      }
    }
  }
  return ranges
}
