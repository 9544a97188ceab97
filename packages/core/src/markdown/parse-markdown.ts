import type { MarkdownBlock, MarkdownCell, MarkdownListItem } from './markdown-tree.ts'
import { parseInlines } from './parse-inlines.ts'

/**
 * Reads Markdown as agents write it: headings, lists, tables, fenced code, quotes, emphasis and links. It takes any text,
 * in time that grows with its length; what is no Markdown is a paragraph, and a line ends where its author ended it.
 */
export function parseMarkdown(text: string): readonly MarkdownBlock[] {
  return parseBlocks(toLines(text), 0)
}

/**
 * Up to where a text that is still being written is read the same whatever follows, and what follows is read the same
 * without it: where its last blocks begin. Zero where nothing is sure yet.
 */
export function findSettledEnd(text: string): number {
  const last = readBlocks(toLines(text), 0).at(-UNSETTLED)
  if (!last) return 0
  let end = 0
  for (let line = 0; line < last.start; line++) end = text.indexOf('\n', end) + 1
  return end
}

// A list looks at the line behind the blank ones, a paragraph at two lines that may begin a table.
const UNSETTLED = 2

function toLines(text: string): readonly string[] {
  return text.replaceAll('\t', '    ').split(/\r?\n/)
}

const DEEPEST = 8

function parseBlocks(lines: readonly string[], depth: number): readonly MarkdownBlock[] {
  return readBlocks(lines, depth).map(({ block }) => block)
}

type PlacedBlock = ReadBlock & { readonly start: number }

function readBlocks(lines: readonly string[], depth: number): readonly PlacedBlock[] {
  const blocks: PlacedBlock[] = []
  let at = 0
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at += 1
      continue
    }
    const read = readBlock(lines, at, depth)
    blocks.push({ ...read, start: at })
    at = read.end
  }
  return blocks
}

function readBlock(lines: readonly string[], at: number, depth: number): ReadBlock {
  for (const reader of READERS) {
    const read = reader(lines, at, depth)
    if (read) return read
  }
  return readParagraph(lines, at)
}

type ReadBlock = { readonly block: MarkdownBlock; readonly end: number }
type BlockReader = (lines: readonly string[], at: number, depth: number) => ReadBlock | undefined

const FENCE = /^( {0,3})(`{3,}|~{3,})(.*)$/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^( *)([-*+]|\d{1,9}[.)])(?: +|$)/

function readFence(lines: readonly string[], at: number): ReadBlock | undefined {
  const [, indent = '', mark = '', info = ''] = FENCE.exec(lines[at] ?? '') ?? []
  if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return undefined
  const close = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*$`)
  let end = at + 1
  while (end < lines.length && !close.test(lines[end] ?? '')) end += 1
  const inner = lines.slice(at + 1, end).map(line => line.slice(leadingBlanks(line, indent.length)))
  const language = info.trim().split(/\s/)[0] ?? ''
  return { block: { type: 'code', language, text: inner.join('\n') }, end: end + 1 }
}

function leadingBlanks(line: string, most: number): number {
  let count = 0
  while (count < most && line[count] === ' ') count += 1
  return count
}

function readIndentedCode(lines: readonly string[], at: number): ReadBlock | undefined {
  if (!/^ {4}/.test(lines[at] ?? '')) return undefined
  let end = at
  while (end < lines.length && (/^ {4}/.test(lines[end] ?? '') || isBlank(lines[end]))) end += 1
  while (isBlank(lines[end - 1])) end -= 1
  const text = lines
    .slice(at, end)
    .map(line => line.slice(4))
    .join('\n')
  return { block: { type: 'code', language: '', text }, end }
}

function readHeading(lines: readonly string[], at: number): ReadBlock | undefined {
  const [, marks, words = ''] = HEADING.exec(lines[at] ?? '') ?? []
  if (marks === undefined) return undefined
  return { block: { type: 'heading', level: marks.length, content: parseInlines(words) }, end: at + 1 }
}

function readRule(lines: readonly string[], at: number): ReadBlock | undefined {
  return RULE.test(lines[at] ?? '') ? { block: { type: 'rule' }, end: at + 1 } : undefined
}

function readQuote(lines: readonly string[], at: number, depth: number): ReadBlock | undefined {
  if (!QUOTE.test(lines[at] ?? '') || depth >= DEEPEST) return undefined
  let end = at
  while (QUOTE.test(lines[end] ?? '')) end += 1
  const inner = lines.slice(at, end).map(line => line.replace(QUOTE, ''))
  return { block: { type: 'quote', blocks: parseBlocks(inner, depth + 1) }, end }
}

function readList(lines: readonly string[], at: number, depth: number): ReadBlock | undefined {
  const first = readMarker(lines[at])
  if (!first || first.indent > 3 || depth >= DEEPEST) return undefined
  const items: MarkdownListItem[] = []
  let end = at
  for (let marker: Marker | undefined = first; marker; marker = readMarker(lines[end])) {
    const isSame = marker.kind === first.kind && marker.indent <= first.indent + 1
    if (!isSame || RULE.test(lines[end] ?? '')) break
    const until = findItemEnd(lines, end, marker)
    items.push(
      toItem([(lines[end] ?? '').slice(marker.width), ...lines.slice(end + 1, until)], marker, depth),
    )
    end = until
    // Items may stand apart.
    let next = end
    while (next < lines.length && isBlank(lines[next])) next += 1
    if (readMarker(lines[next])) end = next
  }
  return { block: { type: 'list', start: first.number, items }, end }
}

type Marker = {
  readonly indent: number
  /** Up to where its words begin. */
  readonly width: number
  readonly kind: string
  readonly number: number | undefined
}

function readMarker(line = ''): Marker | undefined {
  const [all, indent = '', sign = ''] = ITEM.exec(line) ?? []
  if (all === undefined) return undefined
  const number = /^\d/.test(sign) ? Number.parseInt(sign, 10) : undefined
  // More than four blanks belong to the words.
  const width = all.length - indent.length - sign.length > 4 ? indent.length + sign.length + 1 : all.length
  return { indent: indent.length, width, kind: sign.at(-1) ?? '', number }
}

/** What is indented belongs to the item, and so do lines that just go on. */
function findItemEnd(lines: readonly string[], at: number, { indent }: Marker): number {
  let end = at + 1
  let isApart = false
  let last = end
  while (end < lines.length) {
    const line = lines[end] ?? ''
    if (isBlank(line)) isApart = true
    else {
      const isInside = leadingBlanks(line, indent + 2) >= indent + 2
      const isGoingOn = !isApart && !beginsBlock(line)
      if (!isInside && !isGoingOn) break
      isApart = false
      last = end + 1
    }
    end += 1
  }
  return last
}

function toItem(lines: readonly string[], { width }: Marker, depth: number): MarkdownListItem {
  const [first = '', ...rest] = lines
  const [box, checked] = /^\[([ xX])\] /.exec(first) ?? []
  const inner = [first.slice(box?.length ?? 0), ...rest.map(line => line.slice(leadingBlanks(line, width)))]
  const blocks = parseBlocks(inner, depth + 1)
  return checked === undefined ? { blocks } : { blocks, isChecked: checked !== ' ' }
}

const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

function readTable(lines: readonly string[], at: number): ReadBlock | undefined {
  const head = readTableHead(lines, at)
  if (!head) return undefined
  const { names, aligns } = head
  const toCells = (texts: readonly string[]): readonly MarkdownCell[] =>
    aligns.map((align, index) => ({ align, content: parseInlines(texts[index] ?? '') }))
  let end = at + 2
  const rows: (readonly MarkdownCell[])[] = []
  while (end < lines.length && !isBlank(lines[end]) && (lines[end] ?? '').includes('|')) {
    rows.push(toCells(splitCells(lines[end] ?? '')))
    end += 1
  }
  return { block: { type: 'table', head: toCells(names), rows }, end }
}

type TableHead = { readonly names: readonly string[]; readonly aligns: readonly MarkdownCell['align'][] }

function readTableHead(lines: readonly string[], at: number): TableHead | undefined {
  const [head = '', line = ''] = [lines[at], lines[at + 1]]
  if (!head.includes('|') || !line.includes('-') || !DELIMITERS.test(line)) return undefined
  const [names, aligns] = [splitCells(head), splitCells(line).map(toAlign)]
  return names.length === aligns.length ? { names, aligns } : undefined
}

function splitCells(line: string): readonly string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'))
}

function toAlign(cell: string): MarkdownCell['align'] {
  if (!cell.endsWith(':')) return 'left'
  return cell.startsWith(':') ? 'center' : 'right'
}

const READERS: readonly BlockReader[] = [
  readFence,
  readHeading,
  readRule,
  readQuote,
  readList,
  readTable,
  readIndentedCode,
]

/** Whatever ends a paragraph; a number only where it begins a list. */
function beginsBlock(line: string): boolean {
  if (FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line)) return true
  const marker = readMarker(line)
  return marker !== undefined && marker.indent <= 3 && line.trim().length > marker.width - marker.indent
}

function readParagraph(lines: readonly string[], at: number): ReadBlock {
  let end = at + 1
  while (end < lines.length && !isBlank(lines[end])) {
    const line = lines[end] ?? ''
    const [underline] = /^ {0,3}(?:=+|-{2,})[ \t]*$/.exec(line) ?? []
    if (underline !== undefined && end === at + 1) {
      const level = underline.includes('=') ? 1 : 2
      return { block: { type: 'heading', level, content: toInlines(lines, at, end) }, end: end + 1 }
    }
    if (beginsBlock(line) || readTableHead(lines, end)) break
    end += 1
  }
  return { block: { type: 'paragraph', content: toInlines(lines, at, end) }, end }
}

function toInlines(lines: readonly string[], start: number, end: number): ReturnType<typeof parseInlines> {
  return parseInlines(
    lines
      .slice(start, end)
      .map(line => line.trim())
      .join('\n'),
  )
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trim() === ''
}
