import { isObject } from '@antiphon/contract'
import { type Entry, type Message, normalizeMessages, parseContext } from '@antiphon/core'
import { isContextContent } from '@antiphon/core/context'
import { firstBlock, oneLine, readPlanHeading, toPersonItem } from '@antiphon/core/ui'

/** What a person said with an entry. */
export type Prompt = {
  readonly kind: 'prompt' | 'command'
  readonly text: string
  readonly isSidechain: boolean
  /** The heading of a plan that is to be carried out. */
  readonly planHeading?: string
}

/** The words that a person typed; null for all else that stands in a user's name: results, notes, interruptions, summaries. */
export function readPrompt(entry: Entry): Prompt | null {
  if (!mayHoldWords(entry)) return null
  // The view takes any value of these two types.
  const messages = normalizeMessages([entry as Message])
  const isSidechain = 'isSidechain' in entry && entry.isSidechain === true
  const words: string[] = []
  const enclosures: string[] = []
  let command: string | undefined
  for (const message of messages) {
    const item = toPersonItem(message)
    if (item?.kind === 'prompt')
      (isEnclosure(message) || isContextContent(item.text) ? enclosures : words).push(
        withoutContext(item.text),
      )
    if (item?.kind === 'command' && item.name !== undefined) command ??= `${item.name} ${item.input ?? ''}`
  }
  const text = (words.length > 0 ? words : enclosures).join(' ')
  if (text.trim() !== '') {
    const planHeading = readPlanHeading(text)
    return {
      ...{ kind: 'prompt', text: toTitleLine(text), isSidechain },
      ...(planHeading !== undefined && { planHeading }),
    }
  }
  return command === undefined ? null : { kind: 'command', text: toTitleLine(command), isSidechain }
}

/** Any words as a list shows them. */
export function toTitleLine(text: string): string {
  const line = oneLine(text, MAX_CODE_POINTS)
  // A piece of a string keeps all of it in memory; a copy does not.
  return line.length === text.length ? line : Buffer.from(line).toString()
}

const MAX_CODE_POINTS = 200

function mayHoldWords(entry: Readonly<Record<string, unknown>>): boolean {
  if (entry.isVirtual === true) return false
  if (entry.type === 'attachment')
    return isObject(entry.attachment) && entry.attachment.type === 'queued_command'
  if (entry.type !== 'user') return false
  const content = isObject(entry.message) ? entry.message.content : undefined
  // Most of what a user says is said by tools.
  return !Array.isArray(content) || content.some(block => !isObject(block) || block.type !== 'tool_result')
}

/** True for a picture or file that came with the words; what references refer to is known by its text. */
function isEnclosure(message: unknown): boolean {
  const block = firstBlock(message)
  return block !== undefined && block.type !== 'text'
}

function withoutContext(text: string): string {
  const words = parseContext(text).text
  return words.trim() === '' ? text : words
}
