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
  while (cursor.position < source.length) {
    const lineStart = cursor.position
    const newline = source.indexOf('\n', lineStart)
    const line = source.slice(lineStart, newline === -1 ? undefined : newline)
    cursor.position = newline === -1 ? source.length : newline + 1
    if ((stripsTabs ? line.replace(/^\t+/, '') : line) === delimiter) {
      const body = source.slice(start, lineStart)
      // A continued line could join the delimiter to what stands before it.
      if (!isQuoted && body.endsWith('\\\n')) giveUp(cursor, 'a here document ends behind a continued line')
      return body
    }
  }
  giveUp(cursor, 'a here document does not end')
  return source.slice(start)
}
