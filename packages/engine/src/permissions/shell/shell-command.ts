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
