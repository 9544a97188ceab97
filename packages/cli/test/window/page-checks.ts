import type { Page } from 'playwright-core'

/** Texts that are cut without a way to read them: no tooltip, no name, no link to the whole, nothing to open them. */
export function findCutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const isShown = element => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    const isCut = element => {
      const style = getComputedStyle(element)
      if (style.overflowX !== 'hidden' && style.overflowX !== 'clip' && style.overflowY !== 'hidden') return false
      const isClamped = style.webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 1
      const isEllipsis = style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1
      return isClamped || isEllipsis
    }
    const isReadable = element =>
      element.closest('[title]:not([title=""]), [aria-label]:not(main, nav, section, aside, ul, ol), a[href], [aria-expanded], [aria-describedby], summary') !== null ||
      element.querySelector('[title]:not([title=""])') !== null
    return [...document.querySelectorAll('body *')]
      .filter(element => element.clientWidth > 1 && isShown(element) && isCut(element) && !isReadable(element))
      .map(element => element.outerHTML.slice(0, 200))
  })()`)
}

/** Emoji outside of what people and agents said, and menus of the system's own. */
export function findForeignChrome(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const found = [...document.querySelectorAll('select')].map(element => element.outerHTML.slice(0, 160))
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (/\\p{Emoji_Presentation}|\\uFE0F/u.test(node.nodeValue ?? '')) found.push('emoji: ' + node.nodeValue.slice(0, 80))
    return found
  })()`)
}

/** How much wider than its window a page is, in pixels; what scrolls inside itself does not count. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate<number>(`document.documentElement.scrollWidth - document.documentElement.clientWidth`)
}

/** English of a page in another language: two words or more that stand in a text, a name, a tooltip or a field. */
export function findEnglish(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const names = ${String(NAMES)}
    const isEnglish = text => /[A-Za-z]{2,}[ \\u00a0]+[A-Za-z]{2,}/.test(text.replace(names, ''))
    const isShown = element => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    const found = new Set()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !isShown(element) || element.closest('code, pre, kbd, [lang="en"], script, style')) continue
      if (isEnglish(node.nodeValue ?? '')) found.add(node.nodeValue.trim().slice(0, 120))
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) {
        const text = element.getAttribute(name)
        if (text && isShown(element) && isEnglish(text)) found.add(name + ': ' + text.slice(0, 120))
      }
    return [...found]
  })()`)
}

/** What is called the same in every language. */
const NAMES =
  /Claude Code|Claude (?:Opus|Sonnet|Haiku)|(?:Opus|Sonnet|Haiku) [\d.]+|Antiphon|antiphon|English|rate limit|limit -test|tool:Bash npm|branch: model: role: before: context: agent: session:|Inter|JetBrains Mono/g
