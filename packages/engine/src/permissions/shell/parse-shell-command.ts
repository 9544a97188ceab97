import { type CommandBuilder, createCommandBuilder } from './command-builder.ts'
import { createWordBuilder, findNumbersEnd, readDoubleQuoted } from './read-expansion.ts'
import { readWord } from './read-word.ts'
import {
  createShellCursor,
  DEEPEST_NESTING,
  giveUp,
  type ParsedShell,
  type PendingHeredoc,
  type ShellCursor,
  type ShellFindings,
  type ShellSeparator,
  skipBlanks,
} from './shell-command.ts'

/** Finds every command in a line of shell, in linear time. Never throws: what it cannot follow it reports. */
export function parseShellCommand(source: string, home: string | null = null): ParsedShell {
  const findings: ShellFindings = {
    readCommands: readCommandList,
    home: isHomeCertain(source) ? home : null,
    commands: [],
    problems: new Set(),
    isOpaque: false,
    budget: MOST_STEPS,
  }
  if (HIDDEN_CHARACTERS.test(source)) findings.problems.add('it holds characters that do not show')
  const cursor = createShellCursor(source.slice(0, MOST_UNITS), findings, 0)
  // What a program makes of a line that holds them nobody knows.
  if (CONTROL_CHARACTERS.test(source)) giveUp(cursor, 'it holds characters that do not show')
  readCommandList(cursor, null)
  if (source.length > MOST_UNITS) giveUp(cursor, 'it is too long to judge')
  return { commands: findings.commands, problems: [...findings.problems], isOpaque: findings.isOpaque }
}

/** A line that sets HOME, or names it in some other way, decides itself what `$HOME`, `~` and `cd` are. */
export function isHomeCertain(source: string): boolean {
  return !source.includes('CDPATH') && !source.replaceAll(/\$(?:HOME(?!\w)|\{HOME\})/g, '').includes('HOME')
}

// Far more than a person reads; more is not judged but asked about.
const MOST_STEPS = 10_000
const MOST_UNITS = 100_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be seen
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/

// Control characters, blanks that are no blanks to the shell, marks that turn or hide text.
const HIDDEN_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be seen
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u3164\uffa0\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Reads commands up to the end of the text, or behind the parenthesis that closes them. */
function readCommandList(cursor: ShellCursor, closing: ')' | null): void {
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

/** Whether a redirection begins at the cursor; `<(` and `>(` begin a word. */
function isRedirection(cursor: ShellCursor): boolean {
  return readOperator(cursor) !== null
}

/** Reads a redirection and its target. */
function readRedirection(cursor: ShellCursor, command: CommandBuilder): void {
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

/** Reads the bodies of the here documents that begin on this line, and the commands in them. */
function readHeredocs(cursor: ShellCursor): void {
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
