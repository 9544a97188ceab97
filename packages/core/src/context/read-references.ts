import { isObject } from '@antiphon/contract'
import { type ContextReference, isContextReference } from '../message/context-reference.ts'
import { parseContext } from './parse-context.ts'
import { CONTEXT_HEADING } from './render-context.ts'

/**
 * What a person attached to a stored line: a prompt, or one that was heard while the model worked. The data counts
 * where a line has it, else the block at the head of the words.
 */
export function readReferences(entry: unknown): readonly ContextReference[] {
  if (!isObject(entry)) return []
  if (entry.type === 'user')
    return read(entry.contexts, isObject(entry.message) ? entry.message.content : undefined)
  const { attachment } = entry
  if (entry.type !== 'attachment' || !isObject(attachment) || attachment.type !== 'queued_command') return []
  return read(attachment.contexts, attachment.prompt)
}

function read(contexts: unknown, content: unknown): readonly ContextReference[] {
  const stored = Array.isArray(contexts) ? contexts.filter(isContextReference) : []
  if (stored.length > 0) return stored
  const text = firstText(content)
  return text.startsWith(CONTEXT_HEADING) ? parseContext(text).references : []
}

function firstText(content: unknown): string {
  if (typeof content === 'string') return content
  const first: unknown = Array.isArray(content)
    ? content.find(block => isObject(block) && block.type === 'text')
    : undefined
  return isObject(first) && typeof first.text === 'string' ? first.text : ''
}
