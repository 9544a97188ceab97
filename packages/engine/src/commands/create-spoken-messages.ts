import type { ContentBlock } from '@antiphon/contract'
import { addContext, createUserMessage, parseContext, type UserMessage } from '@antiphon/core'
import { disarmTags } from '@antiphon/core/message'
import type { PromptCommand, PromptContent } from '../session/command.ts'

/** A command that becomes a prompt, as it was called. */
export type CalledCommand = { readonly command: PromptCommand; readonly args: string }

/** What is stored of it first: what was typed, with the fields of a prompt. */
export function createCallMessage(
  { command: { name }, args }: CalledCommand,
  fields: Omit<Parameters<typeof createUserMessage>[0], 'content'>,
): UserMessage {
  const tags = [`<command-message>${name}</command-message>`, `<command-name>/${name}</command-name>`]
  const words = args === '' ? [] : [`<command-args>${disarmTags(args)}</command-args>`]
  return createUserMessage({ content: [...tags, ...words].join('\n'), ...fields })
}

/** What it means for the model: its text, filled in, with the images and whatever else the person attached. */
export function createMeaningMessage(
  text: string,
  prompt: PromptContent,
  images: Pick<UserMessage, 'imagePasteIds'>,
): UserMessage {
  return createUserMessage({ content: withAttached(text, prompt), isMeta: true, ...images })
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
