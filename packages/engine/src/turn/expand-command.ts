import type { Message } from '@antiphon/core'
import type { CalledCommand } from '../commands/create-spoken-messages.ts'
import { runShellCommand } from '../commands/run-shell-command.ts'
import type { QueryEvent } from '../query/query-event.ts'
import type { Turn } from '../session/turn.ts'
import { addArguments, fillArguments, namesArguments, putArguments } from '../text/fill-arguments.ts'

/** A command's text as the model reads it, or why there is none. */
type ExpandedCommand =
  | { readonly text: string; readonly messages: readonly Message[] }
  | { readonly problem: string }

/**
 * Puts a person's words into a command's text, and what its shell commands print. Those run as any command does, by
 * rules and with questions; where one may not run, nothing is sent. Words of the person never become such a command.
 */
export async function* expandCommand(
  turn: Turn,
  { command, args }: CalledCommand,
): AsyncGenerator<QueryEvent, ExpandedCommand, undefined> {
  const read = await command.read(turn, args)
  if ('problem' in read) return read
  const { places } = command
  if (places === null) return { text: read.text, messages: [] }
  const parts = splitShell(read.text)
  if (parts.length === 1) return { text: fillArguments(read.text, args, places), messages: [] }
  const messages: Message[] = []
  let text = ''
  for (const part of parts) {
    if (part.kind === 'text') {
      text += putArguments(part.text, args, places)
      continue
    }
    const line = putArguments(part.text, args, places)
    const { streams, isRefused, messages: said } = yield* runShellCommand(turn, line)
    messages.push(...said)
    if (isRefused) return { problem: `/${command.name} runs ${JSON.stringify(line)}. ${streams.stderr}` }
    text += [streams.stdout, streams.stderr].filter(Boolean).join('\n')
  }
  // Only the author says where they belong: what a command printed does not.
  return { text: namesArguments(read.text, places) ? text : addArguments(text, args), messages }
}

type Part = { readonly kind: 'text' | 'shell'; readonly text: string }

/** `!` before a quoted command is one to run; at the beginning of a line or behind a blank. */
function splitShell(text: string): readonly Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of text.matchAll(/(?<=^|\s)!`([^`\n]+)`/gm)) {
    if (parts.length > 2 * MOST_COMMANDS) break
    parts.push({ kind: 'text', text: text.slice(from, match.index) }, { kind: 'shell', text: match[1] ?? '' })
    from = match.index + match[0].length
  }
  return [...parts, { kind: 'text', text: text.slice(from) }]
}

const MOST_COMMANDS = 50
