import { isOfPerson, type MessageOrigin } from '@antiphon/core'
import { readOwnWords } from '@antiphon/core/context'
import type { CommandInput, PromptContent } from './command.ts'

/**
 * The command that a prompt is by its form: `/name words` or `!command`; null for words to the model, such as a path
 * (`/usr/bin/env is missing`). Whether there is such a command is another question. What somebody else than a person
 * sent, and what a person only attached, commands nothing.
 */
export function readCommandInput(prompt: PromptContent, origin?: MessageOrigin): CommandInput | null {
  if (!isOfPerson(origin)) return null
  const input = readOwnWords(prompt).trim()
  const [, name, args = ''] = SLASH.exec(input) ?? []
  if (name !== undefined) return { kind: 'slash', input, name, args: args.trim() }
  const [, command] = SHELL.exec(input) ?? []
  return command === undefined ? null : { kind: 'shell', input, command }
}

const SLASH = /^\/([\p{L}\p{N}_:-]+)(?:\s+([\s\S]*))?$/u
/** `!` alone is astonishment, and so is `!!`; `!=` and `![` begin words about code. */
const SHELL = /^!\s*([^\s!=[][\s\S]*)$/
