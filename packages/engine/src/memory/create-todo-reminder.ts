import { isAssistantMessage, type Message, type TodoReminderAttachment } from '@antiphon/core'
import type { Todo } from '../tool/session-services.ts'
import { readTodoList } from './find-todos.ts'

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
