import { isObject } from '@antiphon/contract'
import {
  isAssistantMessage,
  isAttachmentMessage,
  type Message,
  type TodoReminderAttachment,
} from '@antiphon/core'
import { blocksOf } from '../conversation/blocks-of.ts'
import type { Todo } from '../tool/session-services.ts'

/**
 * Reminds the model of its list: at once when the list is another than the model was last told, and otherwise when
 * it has said nothing about it for many answers. Null where there is nothing to remind of.
 */
export function createTodoReminder(
  messages: readonly Message[],
  todos: readonly Todo[],
): TodoReminderAttachment | null {
  if (todos.length === 0) return null
  const { told, answers } = lookBack(messages)
  const isNews = told !== null && JSON.stringify(told) !== JSON.stringify(todos.map(toPlain))
  if (!isNews && answers < PATIENCE) return null
  return { type: 'todo_reminder', content: todos.map(toPlain), itemCount: todos.length }
}

/** How many answers may go by. */
const PATIENCE = 10

type Told = { readonly told: readonly unknown[] | null; readonly answers: number }

/** What the model was last told of its list or said itself, and how many answers ago. */
function lookBack(messages: readonly Message[]): Told {
  const answers = new Set<string>()
  for (const message of messages.toReversed()) {
    const told = readTodoList(message)
    if (told !== null) return { told, answers: answers.size }
    if (isAssistantMessage(message)) answers.add(`${message.message.id}`)
  }
  return { told: null, answers: answers.size }
}

function toPlain({ content, status, activeForm }: Todo): Todo {
  return { content, status, activeForm }
}

/** The list that a session worked on when it ended. */
export function findTodos(messages: readonly Message[]): readonly Todo[] {
  for (const message of messages.toReversed()) {
    const list = readTodoList(message)
    if (list !== null) return list.filter(isTodo)
  }
  return []
}

/** The list that a message tells, by the model or to it; null where it tells none. */
function readTodoList(message: Message): readonly unknown[] | null {
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
