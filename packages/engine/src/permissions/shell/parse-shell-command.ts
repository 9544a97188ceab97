import { readCommandList } from './read-command-list.ts'
import type { ParsedShell } from './shell-command.ts'
import { createShellCursor, giveUp, type ShellFindings } from './shell-cursor.ts'

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
