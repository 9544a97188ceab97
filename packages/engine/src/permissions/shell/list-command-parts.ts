import { type CommandPart, toCommandPart } from './command-part.ts'
import { parseShellCommand } from './parse-shell-command.ts'
import { unwrapCommand } from './unwrap-command.ts'

/** Everything that a command line would run. */
export type CommandParts = {
  readonly parts: readonly CommandPart[]
  readonly problems: readonly string[]
  /** The text itself may hold more than was found. */
  readonly isOpaque: boolean
  /** The line holds nothing that could change what its commands mean, and runs nothing unseen. */
  readonly isPlain: boolean
}

/** Takes a command line apart, and the texts in it that a shell would run. */
export function listCommandParts(command: string, home: string): CommandParts {
  const parts: CommandPart[] = []
  const problems = new Set<string>()
  const texts: { readonly source: string; readonly depth: number }[] = [{ source: command, depth: 0 }]
  let isOpaque = false
  let units = MOST_UNITS + command.length
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    units -= text.source.length
    if (text.depth > DEEPEST_SCRIPT || units < 0 || parts.length > MOST_PARTS) {
      isOpaque = true
      continue
    }
    const { depth } = text
    const parsed = parseShellCommand(text.source, home)
    isOpaque ||= parsed.isOpaque
    for (const problem of parsed.problems) problems.add(problem)
    isOpaque ||= parts.length + parsed.commands.length > MOST_PARTS
    for (const shellCommand of parsed.commands.slice(0, MOST_PARTS)) {
      const unwrapped = unwrapCommand(shellCommand.words)
      parts.push(toCommandPart(shellCommand, unwrapped))
      for (const source of unwrapped.scripts) texts.push({ source, depth: depth + 1 })
    }
  }
  const isPlain = problems.size === 0 && !isOpaque && !parts.some(part => part.isOpaque)
  return { parts, problems: [...problems], isOpaque, isPlain }
}

const DEEPEST_SCRIPT = 5
const MOST_UNITS = 100_000
const MOST_PARTS = 300
