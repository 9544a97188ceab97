import { oneLine } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import type { Todo } from './read-todos.ts'

/** What is to be done, and how each stands. */
export function TodoList({ todos }: { readonly todos: readonly Todo[] }): ReactElement {
  const texts = useTexts()
  return (
    <ul className="todos">
      {todos.map((todo, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored list never moves
        <li key={index} className={`todo todo-${todo.status}`}>
          <span className="todo-sign" role="img" aria-label={texts.todo[todo.status]}>
            {SIGNS[todo.status]}
          </span>
          <span>{oneLine(todo.text, 400)}</span>
        </li>
      ))}
    </ul>
  )
}

const SIGNS: Readonly<Record<Todo['status'], string>> = { pending: '☐', in_progress: '◐', completed: '☑' }
