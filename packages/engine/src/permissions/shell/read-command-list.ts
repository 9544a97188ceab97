import { type CommandBuilder, createCommandBuilder } from './command-builder.ts'
import { findNumbersEnd } from './read-expansion.ts'
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
    if (character === ')' && !command.isCondition) {
      command.finish()
      cursor.position++
      if (closing !== null) return
      giveUp(cursor, 'a parenthesis is closed that was never opened')
    } else if (character === '\n') {
      if (!command.isCondition) command.finish()
      cursor.position++
      readHeredocs(cursor)
    } else if (command.isCondition && readConditionSign(cursor)) {
      // Inside [[ ]] operators and parentheses separate nothing.
    } else if (character === '#') skipComment(cursor)
    else if (isRedirection(cursor)) readRedirection(cursor, command)
    else if (';&|'.includes(character)) command.finish(readSeparator(cursor))
    else if (character === '(') readGroup(cursor, command)
    else readCommandWord(cursor, command)
  }
}

/** Skips a sign that is an operator elsewhere; false where a word stands. */
function readConditionSign(cursor: ShellCursor): boolean {
  const { source, position } = cursor
  const character = source[position] ?? ''
  if (character === '#') giveUp(cursor, 'a test holds a comment')
  if (!'&|;()<>'.includes(character) || /^[<>]\(/.test(source.slice(position, position + 2))) return false
  cursor.position++
  return true
}

function readGroup(cursor: ShellCursor, command: CommandBuilder): void {
  const { source, position } = cursor
  // `r@(m)` is a pattern once the shell is told so.
  if (/[@?*+!]/.test(source[position - 1] ?? '')) giveUp(cursor, 'it holds a pattern that is not followed')
  const isList = source[position - 1] === '=' && command.isAssigning
  const numbersEnd = isList ? null : findNumbersEnd(cursor, position)
  if (numbersEnd !== null) {
    command.beginGroup()
    cursor.position = numbersEnd
    return
  }
  cursor.position++
  if (isList) {
    readValues(cursor)
    return
  }
  command.beginGroup()
  readCommandList(cursor, ')')
}

/** Reads the words of `x=(…)`: values, in which only what is substituted runs. */
function readValues(cursor: ShellCursor): void {
  for (;;) {
    spend(cursor)
    skipBlanks(cursor)
    const character = cursor.source[cursor.position]
    if (character === ')') {
      cursor.position++
      return
    }
    if (character === '\n') cursor.position++
    else if (character === '#') skipComment(cursor)
    else {
      const { raw } = readWord(cursor)
      if (raw === '' || character === '[') {
        // The end, a sign that no list can hold, or a subscript that is computed.
        giveUp(cursor, 'it computes a subscript')
        if (raw === '') return
      }
    }
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
  const isBeforeSign = /[<>]/.test(cursor.source[cursor.position] ?? '')
  const isDescriptor = isBeforeSign && /^(?:\d+|\{\w+\})$/.test(word.raw)
  if (isBeforeSign && /^\{\w+\[/.test(word.raw)) giveUp(cursor, 'it computes a subscript')
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
