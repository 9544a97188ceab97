import { type CommandBuilder, createCommandBuilder } from './command-builder.ts'
import { giveUpOnNumbers } from './read-expansion.ts'
import { readHeredocs } from './read-heredoc.ts'
import { isRedirection, readRedirection } from './read-redirection.ts'
import { readWord } from './read-word.ts'
import type { ShellSeparator } from './shell-command.ts'
import { DEEPEST_NESTING, giveUp, type ShellCursor, skipBlanks } from './shell-cursor.ts'

/** Reads commands up to the end of the text, or behind the parenthesis that closes them. */
export function readCommandList(cursor: ShellCursor, closing: ')' | null): void {
  if (cursor.depth >= DEEPEST_NESTING) {
    cursor.position = cursor.source.length
    giveUp(cursor, 'it is nested too deeply')
    return
  }
  const inner: ShellCursor = closing === null ? cursor : createInner(cursor)
  const command = createCommandBuilder(inner)
  readList(inner, command, closing)
  cursor.position = inner.position
}

/** The same text, one level deeper; here documents are read wherever the next line begins. */
function createInner(cursor: ShellCursor): ShellCursor {
  return { ...cursor, depth: cursor.depth + 1 }
}

function readList(cursor: ShellCursor, command: CommandBuilder, closing: ')' | null): void {
  const { source } = cursor
  for (;;) {
    spend(cursor)
    skipBlanks(cursor)
    const character = source[cursor.position]
    if (character === undefined) {
      command.finish()
      if (closing !== null) giveUp(cursor, 'a parenthesis is not closed')
      if (cursor.heredocs.length > 0) giveUp(cursor, 'a here document does not end')
      return
    }
    if (character === ')') {
      command.finish()
      cursor.position++
      if (closing !== null) return
      giveUp(cursor, 'a parenthesis is closed that was never opened')
    } else if (character === '\n') {
      command.finish()
      cursor.position++
      readHeredocs(cursor)
    } else if (character === '#') skipComment(cursor)
    else if (isRedirection(cursor)) readRedirection(cursor, command)
    else if (';&|'.includes(character)) command.finish(readSeparator(cursor))
    else if (character === '(') {
      giveUpOnNumbers(cursor, cursor.position)
      command.beginGroup()
      cursor.position++
      readCommandList(cursor, ')')
    } else readCommandWord(cursor, command)
  }
}

function readSeparator(cursor: ShellCursor): ShellSeparator {
  const { source, position } = cursor
  const character = source[position]
  const isDouble = character === source[position + 1]
  cursor.position += isDouble ? 2 : 1
  if (character === '&') return isDouble ? '&&' : '&'
  if (character === '|') return isDouble ? '||' : '|'
  return ';'
}

function readCommandWord(cursor: ShellCursor, command: CommandBuilder): void {
  const start = cursor.position
  const word = readWord(cursor)
  if (cursor.position === start) {
    // Nothing that a word can begin with; go on behind it rather than for ever.
    cursor.position++
    giveUp(cursor, 'it cannot be read')
    return
  }
  const isDescriptor = /^(?:\d+|\{\w+\})$/.test(word.raw) && /[<>]/.test(cursor.source[cursor.position] ?? '')
  if (!isDescriptor) command.addWord(word, start)
}

function spend(cursor: ShellCursor): void {
  cursor.findings.budget--
  if (cursor.findings.budget > 0) return
  cursor.position = cursor.source.length
  giveUp(cursor, 'it is too long to judge')
}

function skipComment(cursor: ShellCursor): void {
  const end = cursor.source.indexOf('\n', cursor.position)
  cursor.position = end === -1 ? cursor.source.length : end
}
