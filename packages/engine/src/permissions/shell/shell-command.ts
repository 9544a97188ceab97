/** A word of a command line, before and after the shell has read it. */
export type ShellWord = {
  readonly raw: string
  /** What the shell makes of it: quotes and escapes gone, home filled in. Where something is unknown until it runs, the source stands. */
  readonly text: string
  /** The beginning of `text` that is known. */
  readonly certain: string
  /** Its value is known only when it runs: variables, substitutions, brace expansions. */
  readonly isDynamic: boolean
  /** The pattern to expand into file names, quoted characters escaped; null where there is none. */
  readonly glob: string | null
}

export type ShellAssignment = { readonly name: string; readonly value: ShellWord }

/** A file that a command reads from or writes to by redirection. */
export type ShellRedirection = { readonly kind: 'read' | 'write'; readonly target: ShellWord }

/** What stands before a command: an operator, what opens the group or negates it; null for the first. */
export type ShellSeparator = ';' | '&' | '|' | '&&' | '||' | '(' | '{' | '!' | null

/** One command without operators. */
export type ShellCommand = {
  readonly raw: string
  readonly separator: ShellSeparator
  readonly assignments: readonly ShellAssignment[]
  readonly words: readonly ShellWord[]
  readonly redirections: readonly ShellRedirection[]
}

/** Every command that a line of shell would or could run. */
export type ParsedShell = {
  /** Also those in subshells, substitutions, loops and the bodies of functions. */
  readonly commands: readonly ShellCommand[]
  /** Why the line cannot be judged by its commands alone; empty for a plain line. */
  readonly problems: readonly string[]
  /** There may be commands that were not found. */
  readonly isOpaque: boolean
}

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
