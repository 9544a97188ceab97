import type { HtmlPage } from './html-page.ts'

/** What follows is a link, where it leads somewhere. */
export function openLink(page: HtmlPage, href: string): void {
  if (page.inCode) return
  const target = resolve(page, href)
  // A link inside a link is the next one.
  page.writer.closeSpan('a')
  if (target !== null) page.writer.openSpan('a', '[', `](${target})`)
}

/** An image, by what is said about it. */
export function writeImage(page: HtmlPage, attributes: ReadonlyMap<string, string>): void {
  const alt = (attributes.get('alt') ?? '').replace(/\s+/g, ' ').trim()
  const source = resolve(page, attributes.get('src') ?? '')
  if (alt !== '' && !page.inCode) page.writer.text(source === null ? `![${alt}]` : `![${alt}](${source})`)
}

function resolve({ baseUrl }: HtmlPage, href: string): string | null {
  const text = href.trim()
  if (text === '' || text.startsWith('#') || !URL.canParse(text, baseUrl.href)) return null
  const url = new URL(text, baseUrl)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol)
    ? url.href.replaceAll('(', '%28').replaceAll(')', '%29')
    : null
}
