import { oneLine } from '@antiphon/core/ui'
import { Circle, CircleCheck, ListChecks } from 'lucide-react'
import type { ReactElement } from 'react'
import { Icon } from '../controls/icon.tsx'
import { Bar, StatusMark } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import type { TodoItem } from './read-tool-face.ts'
import css from './tool.module.css'

/** What is to be done, and how each stands. */
export function TodoCard({ todos }: { readonly todos: readonly TodoItem[] }): ReactElement {
  const texts = useTexts()
  const done = todos.filter(({ status }) => status === 'completed').length
  return (
    <div className={css.todo}>
      <header>
        <Icon of={ListChecks} />
        {texts.turns.todo}
        <span className={css.count}>{texts.turns.todoCount(done, todos.length)}</span>
        <span className={css.share}>
          <Bar share={todos.length === 0 ? 0 : done / todos.length} />
        </span>
      </header>
      <ul className="bare">
        {todos.map((todo, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stored list never moves
          <li key={index} className={css[todo.status]}>
            <TodoSign status={todo.status} />
            <span>
              {oneLine(todo.text, 400)}
              <span className="hidden">{` (${texts.todo[todo.status]})`}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function TodoSign({ status }: Pick<TodoItem, 'status'>): ReactElement {
  if (status === 'in_progress') return <StatusMark status="working" />
  return <Icon of={status === 'completed' ? CircleCheck : Circle} />
}
