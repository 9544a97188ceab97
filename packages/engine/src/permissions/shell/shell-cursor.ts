import type { ShellCommand } from './shell-command.ts'

/** A place in a line of shell, and what was found up to it. Texts inside texts share the findings. */
export type ShellCursor = {
  readonly source: string
  position: number
  readonly depth: number
  readonly findings: ShellFindings
  /** Here documents whose bodies begin at the next line. */
  readonly heredocs: PendingHeredoc[]
}

export type ShellFindings = {
  /** Reads the commands inside something; handed on because the grammar goes round in a circle. */
  readonly readCommands: (cursor: ShellCursor, closing: ')' | null) => void
  readonly home: string | null
  readonly commands: ShellCommand[]
  readonly problems: Set<string>
  isOpaque: boolean
  /** How much more is read before it is too much to judge. */
  budget: number
}

export type PendingHeredoc = {
  readonly delimiter: string
  readonly isQuoted: boolean
  readonly stripsTabs: boolean
}

export function createShellCursor(source: string, findings: ShellFindings, depth: number): ShellCursor {
  return { source, position: 0, depth, findings, heredocs: [] }
}

/** Notes that the line holds what this parser does not follow: commands may hide there. */
export function giveUp(cursor: ShellCursor, problem: string): void {
  cursor.findings.problems.add(problem)
  cursor.findings.isOpaque = true
}

/** Skips blanks and continued lines, which separate words. */
export function skipBlanks(cursor: ShellCursor): void {
  for (;;) {
    const character = cursor.source[cursor.position]
    if (character === ' ' || character === '\t') cursor.position++
    else if (character === '\\' && cursor.source[cursor.position + 1] === '\n') cursor.position += 2
    else return
  }
}

/** Deeper than people nest; what is deeper is not read. */
export const DEEPEST_NESTING = 40
