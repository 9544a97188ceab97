import { createAttachmentMessage, isAttachmentMessage, type MemoryFile, type Message } from '@antiphon/core'
import { formatMemory } from './collect-memory.ts'

/**
 * Instructions that the model has not read as they are now: somebody changed them since the session began, or it began
 * elsewhere. What was told stands; the new words follow it. What the model knows is read from its messages, so that a
 * resume tells nothing twice and a compaction lets it be told again.
 */
export async function collectChangedMemory(
  { readMemory }: { readonly readMemory?: () => Promise<readonly MemoryFile[]> },
  messages: readonly Message[],
): Promise<readonly Message[]> {
  if (!readMemory) return []
  // Instructions that cannot be read keep nobody from asking.
  const files = await readMemory().catch(() => [])
  return files
    .filter(file => !isTold(file, messages))
    .map(({ path, content }) => createAttachmentMessage({ type: 'memory', path, content }))
}

/** By the newest word on that file, else by the instructions of the session's beginning. */
function isTold(file: MemoryFile, messages: readonly Message[]): boolean {
  const newest = messages
    .flatMap(message => (isAttachmentMessage(message) ? [message.attachment] : []))
    .findLast(attachment => attachment.type === 'memory' && attachment.path === file.path)
  if (newest?.type === 'memory') return newest.content === file.content
  const opening = formatMemory([file])
  return messages.some(message => instructionsOf(message).includes(opening))
}

function instructionsOf(message: Message): string {
  if (!isAttachmentMessage(message) || message.attachment.type !== 'session_context') return ''
  const context: unknown = message.attachment.context
  const text: unknown =
    context !== null && typeof context === 'object' && 'claudeMd' in context && context.claudeMd
  return typeof text === 'string' ? text : ''
}
