/** A line of somebody's Markdown outside of fenced code, made harmless; emphasis, lists, tables, code and web links stay. */
export function escapeProseLine(line: string): string {
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
