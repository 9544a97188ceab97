import { isAssistantMessage, type Message, type UUID } from '@antiphon/core'
import { blocksOf } from '../conversation/blocks-of.ts'
import type { Checkpoints } from './checkpoints.ts'

/** Checkpoints for one call: the log then says which message of the model changed a file. */
export function attributeChanges(
  checkpoints: Checkpoints | null,
  call: { readonly toolUseId: string; readonly messages: () => readonly Message[] },
): Checkpoints | null {
  if (checkpoints === null) return null
  return {
    ...checkpoints,
    beforeChange: path =>
      checkpoints.beforeChange(path, { messageId: findMessage(call.messages(), call.toolUseId) }),
  }
}

function findMessage(messages: readonly Message[], toolUseId: string): UUID | undefined {
  return messages.findLast(
    message =>
      isAssistantMessage(message) &&
      blocksOf(message).some(block => block.type === 'tool_use' && block.id === toolUseId),
  )?.uuid
}
