import { createMarkdownWriter, type MarkdownWriter } from './markdown-writer.ts'

/** How far the reading of a page has come. */
export type HtmlPage = {
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
export function createHtmlPage(baseUrl: URL): HtmlPage {
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
export function breakLine(page: HtmlPage, lines: number): void {
  if (page.inCode) page.writer.verbatim('\n')
  else if (page.cells !== null && page.cells > 0) page.writer.text(' ')
  else page.writer.break(lines)
}

/** A new line that begins with a mark. */
export function openBlock(page: HtmlPage, lines: number, marker: string): void {
  if (page.inCode) return
  breakLine(page, lines)
  page.writer.marker(page.cells !== null && page.cells > 0 ? '' : marker)
}

/** The next item of the innermost list. */
export function openItem(page: HtmlPage): void {
  const number = page.lists.at(-1) ?? null
  if (number !== null) page.lists[page.lists.length - 1] = number + 1
  openBlock(page, 1, number === null ? '- ' : `${number}. `)
}

/** Opens a list, with its first number or without numbers; `undefined` closes one. */
export function changeLists(page: HtmlPage, list: number | null | undefined): void {
  if (list === undefined) page.lists.pop()
  else if (page.lists.length < MAX_DEPTH) page.lists.push(list)
  updateIndent(page)
}

/** One quotation more, or one less. */
export function changeQuotes(page: HtmlPage, by: 1 | -1): void {
  page.quotes = Math.min(MAX_DEPTH, Math.max(0, page.quotes + by))
  updateIndent(page)
}

/** What follows is code, until it is closed. */
export function openCode(page: HtmlPage): void {
  if (page.inCode) return
  page.writer.break(2)
  page.writer.verbatim('```\n')
  page.inCode = true
}

/** Ends the code, if there is any. */
export function closeCode(page: HtmlPage): void {
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
