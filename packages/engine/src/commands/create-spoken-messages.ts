import {
  addContext,
  type ContentBlock,
  createUserMessage,
  parseContext,
  type UserMessage,
} from '@antiphon/core'
import { disarmTags } from '../session/create-local-command-messages.ts'
import type { PromptCommand, PromptContent } from './command.ts'

/** A command that became a prompt: what was typed, and what it means for the model. */
export type SpokenCommand = {
  readonly command: PromptCommand
  readonly args: string
  /** Its text, filled in. */
  readonly text: string
}

/** What is stored of it: what was typed, with the fields of a prompt, and the text behind that name. */
export function createSpokenMessages(
  spoken: SpokenCommand,
  prompt: PromptContent,
  fields: Omit<Parameters<typeof createUserMessage>[0], 'content'>,
): readonly [UserMessage, UserMessage] {
  return [
    createUserMessage({ content: toTags(spoken), ...fields }),
    createUserMessage({ content: withAttached(spoken.text, prompt), isMeta: true }),
  ]
}

function toTags({ command: { name }, args }: SpokenCommand): string {
  const tags = [`<command-message>${name}</command-message>`, `<command-name>/${name}</command-name>`]
  return [...tags, ...(args === '' ? [] : [`<command-args>${disarmTags(args)}</command-args>`])].join('\n')
}

/** The text in the place of the person's words, with all that they attached. */
function withAttached(text: string, prompt: PromptContent): readonly ContentBlock[] {
  const blocks: readonly ContentBlock[] =
    typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt
  const first = blocks.findIndex(({ type }) => type === 'text')
  const words = blocks[first]
  const { references } = parseContext(words?.type === 'text' ? words.text : '')
  return [{ type: 'text', text: addContext(text, references) }, ...blocks.filter((_, at) => at !== first)]
}
