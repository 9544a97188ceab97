import { readDoubleQuoted } from './read-expansion.ts'
import { createShellCursor, giveUp, type PendingHeredoc, type ShellCursor } from './shell-cursor.ts'
import { createWordBuilder } from './word-builder.ts'

/** Reads the bodies of the here documents that begin on this line, and the commands in them. */
export function readHeredocs(cursor: ShellCursor): void {
  for (const heredoc of cursor.heredocs.splice(0)) {
    const body = readBody(cursor, heredoc)
    if (heredoc.isQuoted) continue
    const inner = createShellCursor(body, cursor.findings, cursor.depth + 1)
    readDoubleQuoted(inner, createWordBuilder(), true)
  }
}

function readBody(cursor: ShellCursor, { delimiter, stripsTabs, isQuoted }: PendingHeredoc): string {
  const { source } = cursor
  const start = cursor.position
  const isEnd = (line: string) => (stripsTabs ? line.replace(/^\t+/, '') : line) === delimiter
  /** The line so far, with the lines that it continues. */
  let joined = ''
  while (cursor.position < source.length) {
    const lineStart = cursor.position
    const newline = source.indexOf('\n', lineStart)
    const line = source.slice(lineStart, newline === -1 ? undefined : newline)
    cursor.position = newline === -1 ? source.length : newline + 1
    const whole = joined + line
    // The shell joins the lines before it looks for the end.
    if (isEnd(line) !== isEnd(whole)) giveUp(cursor, 'a here document ends behind a continued line')
    if (isEnd(line) || isEnd(whole)) return source.slice(start, lineStart)
    joined = !isQuoted && isContinued(line) ? whole.slice(0, -1).slice(-LONGEST_JOINT) : ''
  }
  giveUp(cursor, 'a here document does not end')
  return source.slice(start)
}

function isContinued(line: string): boolean {
  let end = line.length
  while (line[end - 1] === '\\') end--
  return (line.length - end) % 2 === 1
}

// Joining again and again without an end would not be linear.
const LONGEST_JOINT = 4096
