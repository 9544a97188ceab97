import { createShellCursor, giveUp, type ShellCursor, type ShellWord } from './shell-command.ts'
import { steersPrograms } from './steering-variables.ts'

/** Reads what begins with `$`: a variable, a substitution, or the sign itself. */
export function readDollar(cursor: ShellCursor, word: WordBuilder): void {
  const { source, position } = cursor
  const next = source[position + 1] ?? ''
  if (next === '(') {
    const numbersEnd = findNumbersEnd(cursor, position + 1)
    cursor.position = numbersEnd ?? position + 2
    if (numbersEnd === null) cursor.findings.readCommands(cursor, ')')
    word.unknown(source.slice(position, cursor.position))
  } else if (next === '{') {
    readParameter(cursor)
    addVariable(cursor, word, source.slice(position, cursor.position))
  } else if (/[A-Za-z_]/.test(next)) {
    NAME.lastIndex = position + 1
    cursor.position += 1 + (NAME.exec(source)?.[0].length ?? 1)
    addVariable(cursor, word, source.slice(position, cursor.position))
  } else if (/[0-9@*_?$#!-]/.test(next)) {
    word.unknown(source.slice(position, position + 2))
    cursor.position += 2
  } else {
    if (next === '[') giveUp(cursor, 'it computes with $[…]')
    if (source.startsWith('\\\n', position + 1)) giveUp(cursor, 'a variable is spread over two lines')
    word.quoted('$')
    cursor.position++
  }
}

function addVariable(cursor: ShellCursor, word: WordBuilder, variable: string): void {
  const { home } = cursor.findings
  if (home !== null && /^\$(?:HOME|\{HOME\})$/.test(variable)) word.quoted(home)
  else word.unknown(variable)
}

/** Skips `${…}`, looking for commands in it. */
function readParameter(cursor: ShellCursor): void {
  const { source, position: start } = cursor
  const inner = createWordBuilder()
  cursor.position += 2
  let open = 1
  while (cursor.position < source.length && open > 0) {
    const character = source[cursor.position]
    if (character === '$' && source[cursor.position + 1] === '{') {
      open++
      cursor.position += 2
    } else if (character === '$') readDollar(cursor, inner)
    else if (character === '`') readBackticks(cursor, inner, true)
    else if (character === '"') {
      cursor.position++
      readDoubleQuoted(cursor, inner)
    } else {
      if (character === '}') open--
      // Whether a quote counts here depends on what stands around the parameter; a continued line may hide an operator.
      if (character === "'" || source.startsWith('\\\n', cursor.position))
        giveUp(cursor, 'a variable is expanded in a way that can run commands')
      cursor.position += character === '\\' ? 2 : 1
    }
  }
  // A quote in here may end elsewhere than it seems.
  if (open > 0 || canRun(source.slice(start, cursor.position)))
    giveUp(cursor, 'a variable is expanded in a way that can run commands')
}

/** `${x@P}` runs what stands in a variable; so do a subscript, an offset and a reference, which are computed. */
function canRun(parameter: string): boolean {
  if (PROMPT_EXPANSION.test(parameter) || COMPUTED.test(parameter)) return true
  return [...parameter.matchAll(DEFAULT_ASSIGNMENT)].some(({ groups }) => steersPrograms(groups?.name ?? ''))
}

/** Where `((…))` at `position` ends; null where there is none, or where it is not of digits alone, which are all that is certain to run nothing. */
export function findNumbersEnd(cursor: ShellCursor, position: number): number | null {
  // A continued line may stand between the signs.
  if (/^\((?:\\\n)+\(/.test(cursor.source.slice(position, position + LONGEST_JOINT)))
    giveUp(cursor, 'a sign is spread over two lines')
  if (!cursor.source.startsWith('((', position)) return null
  DIGITS.lastIndex = position
  const digits = DIGITS.exec(cursor.source)?.[0] ?? ''
  let open = 0
  for (let index = 0; index < digits.length; index++) {
    if (digits[index] === '(') open++
    else if (digits[index] === ')') open--
    if (open === 0) return position + index + 1
  }
  giveUp(cursor, 'it computes with names')
  return null
}

/** Reads `` `…` `` and the commands in it. */
export function readBackticks(cursor: ShellCursor, word: WordBuilder, isQuoted: boolean): void {
  const { source, position, depth, findings } = cursor
  BACKTICK_BODY.lastIndex = position + 1
  const body = BACKTICK_BODY.exec(source)?.[0] ?? ''
  cursor.position += 1 + body.length
  if (source[cursor.position] === '`') cursor.position++
  else giveUp(cursor, 'a backtick is not closed')
  word.unknown(source.slice(position, cursor.position))
  findings.budget--
  if (findings.budget <= 0) cursor.position = source.length
  const script = body.replaceAll(isQuoted ? /\\([$`"\\])/g : /\\([$`\\])/g, '$1')
  findings.readCommands(createShellCursor(script, findings, depth + 1), null)
}

/** Reads up to the closing double quote, or to the end of a here document's body. */
export function readDoubleQuoted(cursor: ShellCursor, word: WordBuilder, isHeredoc = false): void {
  const { source } = cursor
  while (cursor.position < source.length) {
    const character = source[cursor.position]
    if (character === '"' && !isHeredoc) {
      cursor.position++
      return
    }
    if (character === '\\') readQuotedEscape(cursor, word)
    else if (character === '$') readDollar(cursor, word)
    else if (character === '`') readBackticks(cursor, word, true)
    else {
      QUOTED_RUN.lastIndex = cursor.position
      const run = QUOTED_RUN.exec(source)?.[0] ?? source.slice(cursor.position, cursor.position + 1)
      cursor.position += run.length
      word.quoted(run)
    }
  }
  if (!isHeredoc) giveUp(cursor, 'a quote is not closed')
}

function readQuotedEscape(cursor: ShellCursor, word: WordBuilder): void {
  const escaped = cursor.source[cursor.position + 1] ?? ''
  if ('$`"\\'.includes(escaped)) word.quoted(escaped === '' ? '\\' : escaped)
  else if (escaped !== '\n') word.quoted(`\\${escaped}`)
  cursor.position += 2
}

const LONGEST_JOINT = 64
const NAME = /\w+/y
const PROMPT_EXPANSION = /@P\s*\}/
const COMPUTED =
  /\$\{(?:!|#?(?:\w+|[@*])\[(?!(?:[@*]|-?\d+)\])|(?:\w+|[@*])(?:\[[@*\d-]+\])?:(?![-=+?]|\s*-?\d+(?::\s*-?\d+)?\s*\}))/
const DEFAULT_ASSIGNMENT = /\$\{(?<name>\w+):?=/g
const DIGITS = /[-\d+*/% ()<>]+/y
const BACKTICK_BODY = /(?:[^`\\]|\\[\s\S])*/y
const QUOTED_RUN = /[^"\\$`]+/y

/** Collects what a word is made of. */
export interface WordBuilder {
  /** Characters that mean themselves. */
  quoted(text: string): void
  /** Characters as they stand, in which patterns and braces count. */
  bare(text: string): void
  /** A piece whose value is not known. */
  unknown(source: string): void
  /** A continued line, which the shell takes out before it reads. */
  joint(from: number, to: number): void
  /** The word as it stands in the source between two places. */
  finish(source: string, from: number, to: number): ShellWord
}

export function createWordBuilder(): WordBuilder {
  let text = ''
  let certain: number | null = null
  let glob = ''
  let hasGlob = false
  let brace: number | null = null
  const joints: (readonly [from: number, to: number])[] = []

  function lose(from: number): void {
    certain = Math.min(certain ?? from, from)
  }

  return {
    quoted(piece) {
      text += piece
      glob += piece.replaceAll(/[*?[\]\\]/g, '\\$&')
    },
    bare(piece) {
      if (piece.includes('{')) brace ??= text.length + piece.indexOf('{')
      if (brace !== null && /,|\.\./.test(piece)) lose(brace)
      if (/[*?[]/.test(piece)) hasGlob = true
      text += piece
      glob += piece
    },
    unknown(source) {
      lose(text.length)
      text += source
      glob += source.replaceAll(/[*?[\]\\]/g, '\\$&')
    },
    joint(from, to) {
      joints.push([from, to])
    },
    finish: (source, start, end) => ({
      raw: cutOut(source, start, end, joints),
      text,
      certain: certain === null ? text : text.slice(0, certain),
      isDynamic: certain !== null,
      glob: hasGlob && certain === null ? glob : null,
    }),
  }
}

function cutOut(
  source: string,
  start: number,
  end: number,
  joints: readonly (readonly [from: number, to: number])[],
): string {
  let raw = ''
  let position = start
  for (const [from, to] of joints) {
    raw += source.slice(position, from)
    position = to
  }
  return raw + source.slice(position, end)
}
