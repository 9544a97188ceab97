import { type RefObject, useEffect } from 'react'

export type HighlightsOptions = {
  readonly scope: RefObject<HTMLElement | null>
  readonly query: string
  /** The line that one is at. */
  readonly currentKey: string | undefined
  /** Which of its words, from 0; the last where fewer are drawn. */
  readonly mark: number
}

/** Marks words wherever they are drawn below an element, without touching what is drawn. Browsers that cannot, do not. */
export function useHighlights({ scope, query, currentKey, mark }: HighlightsOptions): void {
  useEffect(() => {
    const words = readMarkedWords(query)
    const registry = typeof Highlight === 'undefined' ? undefined : CSS.highlights
    const root = scope.current
    if (!registry || !root || words.length === 0) return
    let frame = 0
    const draw = (): void => {
      frame = 0
      const stories = root.querySelectorAll('.story-scroll')
      const ranges = [...stories].flatMap(story => findRanges(story, words))
      const own = currentKey === undefined ? [] : ranges.filter(range => keyOf(range) === currentKey)
      const current = own[mark] ?? own.at(-1)
      registry.set(NAME, new Highlight(...ranges.filter(range => range !== current)))
      registry.set(CURRENT, new Highlight(...(current ? [current] : [])))
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
      registry.delete(CURRENT)
    }
  }, [scope, query, currentKey, mark])
}

const NAME = 'found'
const CURRENT = 'found-current'
const MOST_RANGES = 2000

function keyOf({ startContainer }: Range): string | undefined {
  return startContainer.parentElement?.closest<HTMLElement>('.virtual-line')?.dataset.key
}

function findRanges(root: Element, words: readonly string[]): Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = walker.nextNode(); node && ranges.length < MOST_RANGES; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase()
    for (const word of words) {
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
        // Letters that grow when they are folded would end behind the node.
        if (at + word.length > (node.nodeValue ?? '').length || ranges.length >= MOST_RANGES) break
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        ranges.push(range)
      }
    }
  }
  return ranges
}

/** The words of a search that are marked where they are read: its phrases and words, without filters and what it excludes. */
export function readMarkedWords(query: string): readonly string[] {
  const text = query.trim()
  if (text === '') return []
  const isSearch = text.includes('"') || FILTER.test(text)
  if (!isSearch) return [text.toLowerCase()]
  return Array.from(text.matchAll(TOKEN), ([, minus, name, phrase, word]) =>
    minus || name ? '' : (phrase ?? word ?? '').trim().toLowerCase(),
  ).filter(part => part !== '')
}

const NAMES = 'project|session|role|tool|model|branch|before|after|is|kind'
const FILTER = new RegExp(`(?:^|\\s)(?:${NAMES}):\\S`, 'i')
const TOKEN = new RegExp(`(-?)(?:(${NAMES}):)?(?:"([^"]*)(?:"|$)|(\\S+))`, 'giu')
