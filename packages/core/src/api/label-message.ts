import { isObject } from '@antiphon/contract'
import { deriveShortMessageId } from '../message/uuid.ts'

type Fields = Readonly<Record<string, unknown>>

/** The label by which a model names a message that it wants to drop. */
export function toMessageLabel(uuid: string): string {
  return `[id:${deriveShortMessageId(uuid)}]`
}

/** True for what a model may drop: words of a person and results, and nothing that the program says itself. */
export function canBeDropped(message: unknown): message is Fields & { readonly uuid: string } {
  return (
    isObject(message) &&
    message.type === 'user' &&
    typeof message.uuid === 'string' &&
    message.uuid !== '' &&
    message.isMeta !== true &&
    message.isVirtual !== true &&
    message.isCompactSummary !== true
  )
}

/** The message with its label behind its last text; the same one where it bears none. */
export function labelMessage(message: unknown): unknown {
  if (!canBeDropped(message) || !isObject(message.message)) return message
  const { content } = message.message
  const labelled = labelContent(content, toMessageLabel(message.uuid))
  return labelled === content ? message : { ...message, message: { ...message.message, content: labelled } }
}

/** Labels a text, or the last block that has one: a text, or a result. */
function labelContent(content: unknown, label: string): unknown {
  if (typeof content === 'string') return labelText(content, label)
  return labelLast(content, block => labelBlock(block, label))
}

function labelBlock(block: unknown, label: string): unknown {
  if (!isObject(block) || block.type !== 'tool_result') return labelTextBlock(block, label)
  if (typeof block.content === 'string') return { ...block, content: labelText(block.content, label) }
  const content = labelLast(block.content, inner => labelTextBlock(inner, label))
  return content === block.content ? null : { ...block, content }
}

function labelTextBlock(block: unknown, label: string): unknown {
  if (!isObject(block) || block.type !== 'text' || typeof block.text !== 'string') return null
  return { ...block, text: labelText(block.text, label) }
}

/** Changes the last item that can be labelled; the same list where none can. */
function labelLast(content: unknown, change: (block: unknown) => unknown): unknown {
  if (!Array.isArray(content)) return content
  for (let index = content.length - 1; index >= 0; index--) {
    const changed = change(content[index])
    if (changed !== null) return content.with(index, changed)
  }
  return content
}

function labelText(text: string, label: string): string {
  return text.endsWith(label) ? text : `${text}\n${label}`
}
