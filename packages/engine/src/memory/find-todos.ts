import { isObject } from '@antiphon/contract'
import { isAssistantMessage, isAttachmentMessage, type Message } from '@antiphon/core'
import { blocksOf } from '../conversation/blocks-of.ts'
import type { Todo } from '../tool/session-services.ts'

/** The list that a session worked on when it ended. */
export function findTodos(messages: readonly Message[]): readonly Todo[] {
  for (const message of messages.toReversed()) {
    const list = readTodoList(message)
    if (list !== null) return list.filter(isTodo)
  }
  return []
}

/** The list that a message tells, by the model or to it; null where it tells none. */
export function readTodoList(message: Message): readonly unknown[] | null {
  if (isAttachmentMessage(message))
    return message.attachment.type === 'todo_reminder' ? toList(message.attachment.content) : null
  if (!isAssistantMessage(message)) return null
  const call = blocksOf(message).find(block => block.type === 'tool_use' && block.name === 'TodoWrite')
  return call?.type === 'tool_use' && isObject(call.input) ? toList(call.input.todos) : null
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.map(item => (isObject(item) ? plainFields(item) : item)) : []
}

function plainFields({ content, status, activeForm }: Record<string, unknown>): unknown {
  return { content, status, activeForm }
}

function isTodo(value: unknown): value is Todo {
  return (
    isObject(value) &&
    typeof value.content === 'string' &&
    typeof value.activeForm === 'string' &&
    ['pending', 'in_progress', 'completed'].includes(String(value.status))
  )
}
