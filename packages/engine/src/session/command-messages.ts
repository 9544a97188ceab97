import {
  createCommandInputMessage,
  createSyntheticUserCaveatMessage,
  createUserMessage,
  isUserMessage,
  LOCAL_COMMAND_CAVEAT,
  type Message,
  type MessageOrigin,
  type UserMessage,
} from '@antiphon/core'
import { disarmTags } from '@antiphon/core/message'
import { previewText } from '@antiphon/core/ui'

/** What was typed to run something here, in the tags in which logs keep it, behind the caveat that it is not for the model, which may stand there already; `uuid` is the prompt's. */
export function createCommandInputMessages(
  input: string,
  { before = [], uuid, origin }: CommandInputOptions = {},
): readonly Message[] {
  const content = input.startsWith('/') ? toCommandTags(input) : toShellInput(input)
  return [
    ...(isBehindCaveat(before) ? [] : [createSyntheticUserCaveatMessage()]),
    createUserMessage({ content, ...(uuid && { uuid }), ...(origin && { origin }) }),
  ]
}

export type CommandInputOptions = {
  readonly uuid?: string
  readonly origin?: MessageOrigin | undefined
  readonly before?: readonly Message[]
}

/** One caveat is for all commands that follow it. */
function isBehindCaveat(messages: readonly Message[]): boolean {
  const last = messages.findLast(message => !isOfCommand(message))
  return last !== undefined && isUserMessage(last) && last.message.content === LOCAL_COMMAND_CAVEAT
}

/** True for what was typed to call something, and for what it printed. */
export function isOfCommand(message: Message): boolean {
  if (message.type === 'system') return message.subtype === 'local_command'
  return isUserMessage(message) && isLocalCommandMessage(message)
}

/** What a command printed. */
export function createCommandOutput(output: string): Message {
  return createCommandInputMessage(`<local-command-stdout>${bound(output)}</local-command-stdout>`)
}

/** What a command of the shell printed. */
export function createShellOutput({ stdout, stderr }: ShellStreams): Message {
  return createCommandInputMessage(
    `<bash-stdout>${bound(stdout)}</bash-stdout><bash-stderr>${bound(stderr)}</bash-stderr>`,
  )
}

export type ShellStreams = { readonly stdout: string; readonly stderr: string }

/** `/name words` in its tags. */
function toCommandTags(input: string): string {
  const [, name = '', args = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(input) ?? []
  return `<command-name>/${name}</command-name>\n<command-message>${name}</command-message>\n<command-args>${disarmTags(args)}</command-args>`
}

const MAX_OUTPUT = 30_000
const MAX_LINES = 2_000

function bound(output: string): string {
  return disarmTags(previewText(output, { maxCodePoints: MAX_OUTPUT, maxLines: MAX_LINES }).text)
}

function toShellInput(input: string): string {
  return `<bash-input>${disarmTags(input.replace(/^!\s*/, ''))}</bash-input>`
}

/** True for what a person typed to call something that is answered without the model, as logs keep it. */
export function isLocalCommandMessage({ message: { content } }: UserMessage): boolean {
  return typeof content === 'string' && /^<(?:command-name|bash-input)>/.test(content)
}

/** True for what such an entry holds, and for a command whose text becomes the prompt: there the message comes first. */
export function isCommandContent(content: unknown): boolean {
  return typeof content === 'string' && /^<(?:command-(?:name|message)|bash-input)>/.test(content)
}
