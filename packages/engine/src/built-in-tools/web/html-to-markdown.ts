import { wordSet } from '../../text/word-set.ts'
import { type HtmlToken, readHtmlTokens } from './html-tokens.ts'
import { createMarkdownWriter, type MarkdownWriter } from './markdown-writer.ts'

type HtmlToMarkdownOptions = {
  /** Where relative links begin. */
  readonly baseUrl: URL
  /** Where to stop: a page may be larger than anybody can read. */
  readonly maxUnits: number
}

/** An HTML page as text with Markdown's marks: headings, lists, links, code, tables. Any input, linear time. */
export function htmlToMarkdown(html: string, { baseUrl, maxUnits }: HtmlToMarkdownOptions): string {
  const page = createHtmlPage(baseUrl)
  readHtmlTokens(html, token => {
    readToken(page, token)
    return page.writer.units() <= maxUnits
  })
  if (page.inCode) closeCode(page)
  const text = page.writer.finish().slice(0, maxUnits)
  return page.title === '' ? text : `Title: ${page.title}\n\n${text}`.trim()
}

const SKIPPED = wordSet('svg math template select datalist object canvas audio video textarea iframe')
const HEADING = /^h([1-6])$/
const PARAGRAPHS = wordSet('p table ul ol dl figure form fieldset details article section main')
const LINES = wordSet(
  'div header footer nav aside body html address dt dd summary figcaption legend label tr caption thead tbody option center',
)
const SPANS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '_',
  em: '_',
  code: '`',
  kbd: '`',
  samp: '`',
  tt: '`',
  del: '~~',
  s: '~~',
}

function readToken(page: HtmlPage, token: HtmlToken): void {
  if (page.skipped) passOver(page.skipped, token, page)
  else if (token.type === 'text') readText(page, token.text)
  else if (token.name === 'title') page.inTitle = token.type === 'open'
  else if (token.type === 'open') open(page, token.name, token.attributes)
  else close(page, token.name)
}

function passOver(skipped: NonNullable<HtmlPage['skipped']>, token: HtmlToken, page: HtmlPage): void {
  if (token.type === 'text' || token.name !== skipped.name) return
  skipped.depth += token.type === 'open' ? 1 : -1
  if (skipped.depth === 0) page.skipped = null
}

function readText(page: HtmlPage, text: string): void {
  if (page.inTitle) page.title ||= text.replace(/\s+/g, ' ').trim().slice(0, 300)
  else if (page.inCode) page.writer.verbatim(text)
  else page.writer.text(text)
}

function open(page: HtmlPage, name: string, attributes: ReadonlyMap<string, string>): void {
  const { writer } = page
  const heading = HEADING.exec(name)?.[1]
  if (SKIPPED.has(name)) page.skipped = { name, depth: 1 }
  else if (heading !== undefined) openBlock(page, 2, `${'#'.repeat(Number(heading))} `)
  else if (name === 'li') openItem(page)
  else if (name === 'pre') openCode(page)
  else if (name === 'a') openLink(page, attributes.get('href') ?? '')
  else if (name === 'img') writeImage(page, attributes)
  else if (name === 'br') breakLine(page, 1)
  else if (name === 'hr') writeRule(page)
  else if (name === 'td' || name === 'th') openCell(page)
  else if (Object.hasOwn(SPANS, name) && !page.inCode)
    writer.openSpan(name, SPANS[name] ?? '', SPANS[name] ?? '')
  else openContainer(page, name, attributes)
}

function openContainer(page: HtmlPage, name: string, attributes: ReadonlyMap<string, string>): void {
  // A row or a table inside of a cell ends the row in which it stands, as does a row that was never closed.
  if (name === 'table' || name === 'tr') closeRow(page)
  if (name === 'table') page.isFirstRow = true
  breakAround(page, name)
  if (name === 'ul' || name === 'ol')
    changeLists(page, name === 'ol' ? Number.parseInt(attributes.get('start') ?? '1', 10) || 1 : null)
  if (name === 'blockquote') changeQuotes(page, 1)
  if (name === 'tr') page.cells = 0
}

function close(page: HtmlPage, name: string): void {
  if (name === 'tr' || name === 'table') closeRow(page)
  if (name === 'a' || Object.hasOwn(SPANS, name)) {
    if (!page.inCode) page.writer.closeSpan(name)
  } else if (name === 'pre') closeCode(page)
  else if (HEADING.test(name)) openBlock(page, 2, '')
  else if (name === 'li') breakLine(page, 1)
  else closeContainer(page, name)
}

function closeContainer(page: HtmlPage, name: string): void {
  if (name === 'ul' || name === 'ol') changeLists(page, undefined)
  if (name === 'blockquote') changeQuotes(page, -1)
  breakAround(page, name)
}

function breakAround(page: HtmlPage, name: string): void {
  const isList = name === 'ul' || name === 'ol'
  // A list inside a list goes on with it.
  if (isList && page.lists.length > 0) breakLine(page, 1)
  else if (PARAGRAPHS.has(name) || name === 'blockquote') breakLine(page, 2)
  else if (LINES.has(name)) breakLine(page, 1)
}

function writeRule(page: HtmlPage): void {
  breakLine(page, 2)
  page.writer.text('---')
  breakLine(page, 2)
}

/** What follows is a link, where it leads somewhere. */
function openLink(page: HtmlPage, href: string): void {
  if (page.inCode) return
  const target = resolve(page, href)
  // A link inside a link is the next one.
  page.writer.closeSpan('a')
  if (target !== null) page.writer.openSpan('a', '[', `](${target})`)
}

/** An image, by what is said about it. */
function writeImage(page: HtmlPage, attributes: ReadonlyMap<string, string>): void {
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

/** The next cell of a row. */
function openCell(page: HtmlPage): void {
  if (page.cells === null || page.inCode) return
  page.writer.text(page.cells === 0 ? '| ' : ' | ')
  page.cells += 1
}

/** Ends the row, if there is one; the first one of a table is its head. */
function closeRow(page: HtmlPage): void {
  const { cells, writer } = page
  page.cells = null
  if (cells === null || cells === 0 || page.inCode) return
  writer.text(' |')
  if (page.isFirstRow) {
    writer.break(1)
    writer.text(`|${' --- |'.repeat(Math.min(cells, 100))}`)
  }
  page.isFirstRow = false
}

/** How far the reading of a page has come. */
type HtmlPage = {
  readonly writer: MarkdownWriter
  readonly baseUrl: URL
  title: string
  /** The number of the next item of each open list; null in one without numbers. */
  readonly lists: (number | null)[]
  quotes: number
  /** An element of which nothing is shown, and how deep we are in it. */
  skipped: { readonly name: string; depth: number } | null
  inTitle: boolean
  inCode: boolean
  /** Cells of the current row; null outside of one. */
  cells: number | null
  isFirstRow: boolean
}

/** A page of which nothing has been read. */
function createHtmlPage(baseUrl: URL): HtmlPage {
  return {
    writer: createMarkdownWriter(),
    baseUrl,
    title: '',
    lists: [],
    quotes: 0,
    skipped: null,
    inTitle: false,
    inCode: false,
    cells: null,
    isFirstRow: false,
  }
}

/** A new line; in a row of a table everything stands on one. */
function breakLine(page: HtmlPage, lines: number): void {
  if (page.inCode) page.writer.verbatim('\n')
  else if (page.cells !== null && page.cells > 0) page.writer.text(' ')
  else page.writer.break(lines)
}

/** A new line that begins with a mark. */
function openBlock(page: HtmlPage, lines: number, marker: string): void {
  if (page.inCode) return
  breakLine(page, lines)
  page.writer.marker(page.cells !== null && page.cells > 0 ? '' : marker)
}

/** The next item of the innermost list. */
function openItem(page: HtmlPage): void {
  const number = page.lists.at(-1) ?? null
  if (number !== null) page.lists[page.lists.length - 1] = number + 1
  openBlock(page, 1, number === null ? '- ' : `${number}. `)
}

/** Opens a list, with its first number or without numbers; `undefined` closes one. */
function changeLists(page: HtmlPage, list: number | null | undefined): void {
  if (list === undefined) page.lists.pop()
  else if (page.lists.length < MAX_DEPTH) page.lists.push(list)
  updateIndent(page)
}

/** One quotation more, or one less. */
function changeQuotes(page: HtmlPage, by: 1 | -1): void {
  page.quotes = Math.min(MAX_DEPTH, Math.max(0, page.quotes + by))
  updateIndent(page)
}

/** What follows is code, until it is closed. */
function openCode(page: HtmlPage): void {
  if (page.inCode) return
  page.writer.break(2)
  page.writer.verbatim('```\n')
  page.inCode = true
}

/** Ends the code, if there is any. */
function closeCode(page: HtmlPage): void {
  if (!page.inCode) return
  page.writer.verbatim(page.writer.isAtLineStart() ? '```' : '\n```')
  page.inCode = false
  page.writer.break(2)
}

const MAX_DEPTH = 12

function updateIndent({ writer, quotes, lists }: HtmlPage): void {
  const quote = '> '.repeat(quotes)
  writer.indent(quote + '  '.repeat(lists.length), quote + '  '.repeat(Math.max(0, lists.length - 1)))
}
