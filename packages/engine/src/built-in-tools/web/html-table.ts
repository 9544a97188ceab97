import type { HtmlPage } from './html-page.ts'

/** The next cell of a row. */
export function openCell(page: HtmlPage): void {
  if (page.cells === null || page.inCode) return
  page.writer.text(page.cells === 0 ? '| ' : ' | ')
  page.cells += 1
}

/** Ends the row, if there is one; the first one of a table is its head. */
export function closeRow(page: HtmlPage): void {
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
