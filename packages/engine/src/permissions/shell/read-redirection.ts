import type { CommandBuilder } from './command-builder.ts'
import { readWord } from './read-word.ts'
import { giveUp, type ShellCursor, skipBlanks } from './shell-cursor.ts'

/** Whether a redirection begins at the cursor; `<(` and `>(` begin a word. */
export function isRedirection(cursor: ShellCursor): boolean {
  return readOperator(cursor) !== null
}

/** Reads a redirection and its target. */
export function readRedirection(cursor: ShellCursor, command: CommandBuilder): void {
  const operator = readOperator(cursor) ?? ''
  const start = cursor.position
  cursor.position += operator.length
  // What comes on the next line may belong to the sign.
  if (cursor.source.startsWith('\\\n', cursor.position)) giveUp(cursor, 'a sign is spread over two lines')
  skipBlanks(cursor)
  const target = readWord(cursor)
  if (target.raw === '') {
    giveUp(cursor, 'a redirection has no target')
    return
  }
  if (operator === '<<' || operator === '<<-') {
    const isQuoted = /['"\\]/.test(target.raw)
    cursor.heredocs.push({ delimiter: target.text, isQuoted, stripsTabs: operator === '<<-' })
  }
  const isCopy = (operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(target.raw)
  if (operator === '<&' && !isCopy) giveUp(cursor, 'a redirection cannot be followed')
  // Bash expands a name behind `>&` twice.
  if (operator === '>&' && !isCopy && (target.isDynamic || /[$`]/.test(target.text)))
    giveUp(cursor, 'a redirection cannot be followed')
  if (operator.startsWith('<<') || isCopy) command.touch(start)
  else {
    if (operator.startsWith('<')) command.addRedirection({ kind: 'read', target }, start)
    // `<>` opens a file for both.
    if (operator !== '<') command.addRedirection({ kind: 'write', target }, start)
  }
}

function readOperator({ source, position }: ShellCursor): string | null {
  const character = source[position]
  if (character !== '<' && character !== '>' && character !== '&') return null
  OPERATOR.lastIndex = position
  return OPERATOR.exec(source)?.[0] ?? null
}

const OPERATOR = /&>>|&>|<<<|<<-|<<|<>|<&|<(?!\()|>>|>\||>&|>(?!\()/y
