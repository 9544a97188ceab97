import { oneLine, stripControl } from '@antiphon/core/ui'

/**
 * Markdown that somebody else wrote, as a part of ours: it reads as they meant it, but it holds no HTML, loads no
 * picture, makes no heading of our ranks, and ends every block that it began.
 */
export function quoteMarkdown(text: string): string {
  const output: string[] = []
  let code: OpenFence | null = null
  for (const line of stripControl(text).split('\n')) {
    if (code === null) {
      code = openFence(line)
      if (code === null) output.push(escapeProseLine(line))
    } else if (closesFence(line, code)) {
      output.push(fence(code.lines.join('\n'), code.info))
      code = null
    } else code.lines.push(line.slice(leadingBlanks(line, code.indent)))
  }
  if (code !== null) output.push(fence(code.lines.join('\n'), code.info))
  return output.join('\n')
}

// Written anew at the left edge, a fence belongs to no list or quote that could end before it does.
type OpenFence = {
  readonly mark: string
  readonly indent: number
  readonly info: string
  readonly lines: string[]
}

function openFence(line: string): OpenFence | null {
  const match = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(line)
  if (!match) return null
  const [, indent = '', mark = '', info = ''] = match
  if (mark.startsWith('`') && info.includes('`')) return null
  return { mark, indent: indent.length, info: info.trim().split(/\s/)[0] ?? '', lines: [] }
}

function closesFence(line: string, { mark }: OpenFence): boolean {
  const match = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)
  const marks = match?.[1] ?? ''
  return marks[0] === mark[0] && marks.length >= mark.length
}

function leadingBlanks(line: string, most: number): number {
  let count = 0
  while (count < most && line[count] === ' ') count += 1
  return count
}

/** A line of somebody's Markdown outside of fenced code, made harmless; emphasis, lists, tables, code and web links stay. */
function escapeProseLine(line: string): string {
  if (UNDERLINE.test(line)) return escapeUnderline(line)
  return escapeInline(line.replace(HEADING, demote))
}

// In a list or a quote, too.
const HEADING = /^([ \t>*+\-0-9.)]*)(#{1,6})(?=[ \t]|$)/
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/

/** Our own headings have the ranks one to four. */
function demote(_: string, before: string, marks: string): string {
  return before + '#'.repeat(Math.min(6, marks.length + 4))
}

/** It would make a heading of the line above; a rule of stars is only a rule. */
function escapeUnderline(line: string): string {
  return /-{3}/.test(line) ? line.replace(/-+/, '***') : line.replace(/[=-]/, '\\$&')
}

function escapeInline(line: string): string {
  const findCode = createCodeFinder(line)
  let output = ''
  let index = 0
  while (index < line.length) {
    const piece = readPiece(line, index, findCode)
    output += piece.text
    index += piece.length
  }
  return output
}

type Piece = { readonly text: string; readonly length: number }

function readPiece(line: string, index: number, findCode: FindCode): Piece {
  PLAIN.lastIndex = index
  const plain = PLAIN.exec(line)?.[0]
  if (plain) return { text: plain, length: plain.length }
  const character = line[index] ?? ''
  const next = line[index + 1] ?? ''
  if (character === '`') return findCode(index)
  if (character === '<') return { text: '&lt;', length: 1 }
  // What is escaped already stays so.
  if (character === '\\' && next !== '') return { text: character + next, length: 2 }
  // A picture is loaded from where its author wants; a link only leads there.
  if (character === '!' && next === '[') return { text: '\\!', length: 1 }
  // No scheme but the web's, and no definition that others could refer to.
  if (character === ']' && ((next === '(' && !WEB.test(line.slice(index + 2, index + 10))) || next === ':'))
    return { text: `]\\${next}`, length: 2 }
  return { text: character, length: 1 }
}

const PLAIN = /[^`<\\!\]]+/y
const WEB = /^https?:\/\//

/** Reads the code that begins at a place; places have to be asked for in order. */
type FindCode = (index: number) => Piece

/**
 * Code that ends on its line stays. Marks that don't are escaped, or they would pair with those of another line; and so
 * are those around a tag on a line with a bar, which may be a table whose cells end the code.
 */
function createCodeFinder(line: string): FindCode {
  const runs = new Map<number, number[]>()
  for (const { index, 0: marks } of line.matchAll(/`+/g)) {
    const places = runs.get(marks.length)
    if (places) places.push(index)
    else runs.set(marks.length, [index])
  }
  const mayBeTable = line.includes('|')

  return index => {
    let length = 1
    while (line[index + length] === '`') length += 1
    const places = runs.get(length) ?? []
    while (places[0] !== undefined && places[0] < index + length) places.shift()
    const code = places[0] === undefined ? '' : line.slice(index, places[0] + length)
    return code === '' || (mayBeTable && code.includes('<'))
      ? { text: '\\`'.repeat(length), length }
      : { text: code, length: code.length }
  }
}

/** Text as a fenced block that nothing in the text can end. */
export function fence(text: string, info = ''): string {
  const content = stripControl(text)
  const marks = '`'.repeat(Math.max(3, longestRun(content) + 1))
  return `${marks}${info.replace(/[^\w+#.-]/g, '').slice(0, 30)}\n${content}${content.endsWith('\n') ? '' : '\n'}${marks}`
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

/** Something that is folded until a reader opens it; `body` has to be safe Markdown. */
export function* details(summary: string, body: Iterable<string>): Generator<string> {
  // The blank lines end the HTML, so that what stands between is Markdown.
  yield `<details><summary>${escapeHtml(summary)}</summary>\n`
  yield* body
  yield '</details>\n'
}

/** Words on one line of Markdown that show as they are: in a heading, a table or a sentence. */
export function escapeLabel(text: string, maxCodePoints = 200): string {
  return oneLine(text, maxCodePoints)
    .replace(/[\\`*_[\]#|~!$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** The same inside an HTML element, where Markdown has no meaning. */
function escapeHtml(text: string, maxCodePoints = 200): string {
  return oneLine(text, maxCodePoints)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
