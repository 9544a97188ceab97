import { wordSet } from '../../text/word-set.ts'
import {
  giveUp,
  type ShellAssignment,
  type ShellCursor,
  type ShellRedirection,
  type ShellSeparator,
  type ShellWord,
} from './shell-command.ts'
import { steersPrograms } from './steering-variables.ts'

/** Collects the words of one command after another; reserved words are read where a command begins. */
export interface CommandBuilder {
  /** Between `[[` and `]]`. */
  readonly isCondition: boolean
  /** The last word was an assignment. */
  readonly isAssigning: boolean
  addWord(word: ShellWord, start: number): void
  addRedirection(redirection: ShellRedirection, start: number): void
  /** Something that belongs to the command but changes nothing here. */
  touch(start: number): void
  /** A parenthesis opens. */
  beginGroup(): void
  /** Ends the command; `next` stands before the one that follows. */
  finish(next?: ShellSeparator): void
}

export function createCommandBuilder(cursor: ShellCursor): CommandBuilder {
  const { problems, commands } = cursor.findings
  let words: ShellWord[] = []
  let assignments: ShellAssignment[] = []
  let redirections: ShellRedirection[] = []
  let start: number | null = null
  let separator: ShellSeparator = cursor.depth > 0 ? '(' : null
  /** The words up to the next separator are data: `for x in a b c`. */
  let loop: string | null = null
  let isAfterGroup = false
  let isFunctionName = false
  let isCondition = false
  let isAssigning = false

  function finish(next: ShellSeparator = ';'): void {
    if (loop !== null) {
      if (loop === 'case' || words[1]?.raw !== 'in')
        giveUp(cursor, `it holds a "${loop}" that is not followed`)
      if (steersPrograms(words[0]?.text ?? '')) giveUp(cursor, 'it sets a variable that decides what runs')
    } else if (start !== null && words.length + assignments.length + redirections.length > 0) {
      const raw = cursor.source.slice(start, cursor.position).trim()
      commands.push({ raw, separator, words: settleNumbers(words), assignments, redirections })
    }
    words = []
    assignments = []
    redirections = []
    start = null
    separator = next
    loop = null
    isAfterGroup = false
    isFunctionName = false
    isCondition = false
    isAssigning = false
  }

  /** Whether a reserved word stood where a command begins. */
  function readReserved({ raw }: ShellWord): boolean {
    if (words.length + assignments.length > 0) return false
    if (raw === '{' || raw === '!') {
      separator = raw
      return true
    }
    if (CLOSING.has(raw)) {
      isAfterGroup = true
      return true
    }
    if (!CONTROL.has(raw)) return false
    problems.add('it holds control flow')
    // A name may stand between it and its command.
    if (raw === 'coproc') giveUp(cursor, 'it runs a coprocess')
    if (raw === 'for' || raw === 'select' || raw === 'case') loop = raw
    if (raw === 'function') isFunctionName = true
    return true
  }

  return {
    get isCondition() {
      return isCondition
    },
    get isAssigning() {
      return isAssigning
    },
    addWord(word, from) {
      if (isFunctionName) {
        isFunctionName = false
        problems.add('it defines a function')
        return
      }
      if (isAfterGroup && !CLOSING.has(word.raw)) {
        problems.add('words follow a group')
        finish()
      }
      if (loop === null && readReserved(word)) return
      if (start === null && loop === null && word.raw === '[[') isCondition = true
      else if (word.raw === ']]') isCondition = false
      start ??= from
      const assignment = words.length === 0 && loop === null ? toAssignment(word) : null
      isAssigning = assignment !== null || (words.length > 0 && DECLARING.has(words[0]?.raw ?? ''))
      if (assignment === null) words.push(word)
      else {
        if (COMPUTED_SUBSCRIPT.test(word.raw)) giveUp(cursor, 'it computes a subscript')
        assignments.push(assignment)
      }
    },
    addRedirection(redirection, from) {
      start ??= from
      redirections.push(redirection)
    },
    touch(from) {
      start ??= from
    },
    beginGroup() {
      if (words.length + assignments.length > 0) problems.add('it defines a function or a list')
      finish()
      isAfterGroup = true
    },
    finish,
  }
}

function toAssignment(word: ShellWord): ShellAssignment | null {
  const name = /^(?<name>[A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/.exec(word.raw)?.groups?.name
  if (name === undefined) return null
  const skip = word.text.indexOf('=') + 1
  const value = { ...word, text: word.text.slice(skip), certain: word.certain.slice(skip) }
  return { name, value }
}

/** `echo $?`: a number, whatever it is, changes nothing for a command that takes it as text. */
function settleNumbers(words: readonly ShellWord[]): readonly ShellWord[] {
  if (!TAKES_NUMBERS.has(words[0]?.raw ?? '')) return words
  return words.map(word => {
    if (!word.isDynamic || /[$`{}<>~\\]/.test(word.raw.replaceAll(NUMBER, ''))) return word
    const text = word.text.replaceAll(NUMBER, '0')
    return { ...word, text, certain: text, isDynamic: false }
  })
}

const NUMBER = /\$[?$#]/g
const TAKES_NUMBERS: ReadonlySet<string> = new Set(['echo', 'exit', 'return'])
const DECLARING = wordSet('declare typeset local export readonly')
const COMPUTED_SUBSCRIPT = /^\w+\[(?!\d+\])/
const CLOSING: ReadonlySet<string> = new Set(['}', 'fi', 'done', 'esac'])
const CONTROL = wordSet('if then else elif while until do for select case function coproc')
