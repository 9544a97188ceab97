import {
  createCommandInputMessage,
  createSyntheticUserCaveatMessage,
  type Message,
  previewText,
} from '@antiphon/core'

/** A command that ran here, in the tags in which logs keep it: what was typed (`/model opus`, `!ls`), what was printed. */
export function createLocalCommandMessages(input: string, output: string): readonly Message[] {
  const text = previewText(output, { maxCodePoints: MAX_OUTPUT, maxLines: MAX_LINES }).text
  const isShell = !input.startsWith('/')
  return [
    createSyntheticUserCaveatMessage(),
    createCommandInputMessage(isShell ? toShellInput(input) : toCommandInput(input)),
    createCommandInputMessage(
      isShell ? `<bash-stdout>${text}</bash-stdout>` : `<local-command-stdout>${text}</local-command-stdout>`,
    ),
  ]
}

const MAX_OUTPUT = 30_000
const MAX_LINES = 2_000

function toShellInput(input: string): string {
  return `<bash-input>${input.replace(/^!\s*/, '')}</bash-input>`
}

function toCommandInput(input: string): string {
  const [, name = '', args = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(input) ?? []
  return `<command-name>/${name}</command-name>\n<command-message>${name}</command-message>\n<command-args>${args}</command-args>`
}
