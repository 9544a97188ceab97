import {
  addContext,
  type ContentBlock,
  createUserMessage,
  parseContext,
  type UserMessage,
} from '@antiphon/core'
import type { PromptCommand, PromptContent } from './command.ts'
import { disarmTags } from './create-local-command-messages.ts'

/** A command that became a prompt: what was typed, and what it means for the model. */
export type SpokenCommand = {
  readonly command: PromptCommand
  readonly args: string
  /** Its text, filled in. */
  readonly text: string
}

type PromptFields = Omit<Parameters<typeof createUserMessage>[0], 'content'>

/** What is stored of a prompt: itself, or what a person called by it and the text behind that name. */
export function createPromptMessages(
  prompt: PromptContent,
  spoken: SpokenCommand | null,
  fields: PromptFields,
): readonly [UserMessage, ...UserMessage[]] {
  if (spoken === null) return [createUserMessage({ content: prompt, ...fields })]
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
