import { armTags } from '../message/command-tags.ts'

/** A local command as a user message or `local_command` stores it: what was typed, what was printed. */
export type ParsedCommand = { readonly name?: string; readonly input?: string; readonly output?: string }

/** Reads the tags in which commands are stored; undefined where the text begins with none of them. */
export function parseCommand(text: string): ParsedCommand | undefined {
  const start = text.trimStart()
  if (COMMAND_TAGS.some(tag => start.startsWith(`<${tag}>`))) {
    const name = tagged(start, 'command-name') ?? tagged(start, 'command-message')
    return withFields(name, tagged(start, 'command-args'))
  }
  if (start.startsWith('<bash-input>')) return withFields('!', tagged(start, 'bash-input'))
  if (OUTPUT_TAGS.some(tag => start.startsWith(`<${tag}>`))) {
    const outputs = OUTPUT_TAGS.map(tag => tagged(start, tag)).filter(Boolean)
    return { output: outputs.join('\n') }
  }
  return undefined
}

/** What a command of the shell printed, as a log keeps it; undefined where the text is none. */
export function parseShellOutput(
  text: string,
): { readonly stdout: string; readonly stderr: string } | undefined {
  const start = text.trimStart()
  if (!start.startsWith('<bash-stdout>') && !start.startsWith('<bash-stderr>')) return undefined
  return { stdout: tagged(start, 'bash-stdout') ?? '', stderr: tagged(start, 'bash-stderr') ?? '' }
}

const COMMAND_TAGS = ['command-name', 'command-message', 'command-args'] as const
const OUTPUT_TAGS = ['local-command-stdout', 'local-command-stderr', 'bash-stdout', 'bash-stderr'] as const

function tagged(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`)
  if (start === -1) return undefined
  const from = start + tag.length + 2
  const end = text.indexOf(`</${tag}>`, from)
  return armTags(text.slice(from, end === -1 ? undefined : end).trim())
}

function withFields(name: string | undefined, input: string | undefined): ParsedCommand {
  return { ...(name && { name }), ...(input && { input }) }
}
