import { afterEach, describe, expect, it } from 'vitest'
import { createBox } from '../../tool/box.ts'
import type { Todo } from '../../tool/session-services.ts'
import { closeHarnesses, harnessWith } from './testing/open-harnesses.ts'
import { createTodoWriteTool } from './todo-write-tool.ts'

afterEach(closeHarnesses)

describe('TodoWrite', () => {
  const todo = (content: string, status: Todo['status']): Todo => ({
    content,
    status,
    activeForm: `${content}…`,
  })

  it('replaces the list and keeps the old one beside it', async () => {
    const todos = createBox<readonly Todo[]>([todo('a', 'in_progress')])
    const harness = await harnessWith({ todos })
    const next = [todo('a', 'completed'), todo('b', 'in_progress')]
    const { outcome } = await harness.run(createTodoWriteTool(), { todos: next })
    expect(outcome.data).toEqual({ oldTodos: [todo('a', 'in_progress')], newTodos: next })
    expect(todos.get()).toEqual(next)
  })

  it.each([
    [['in_progress', 'in_progress'], 'one at a time'],
    [['pending'], 'No item is in_progress'],
    [['in_progress', 'pending'], 'Go on'],
    [['completed'], 'Nothing is open'],
    [[], 'Nothing is open'],
  ] as const)('says what to make of %j', async (states, advice) => {
    const harness = await harnessWith()
    const { text, outcome } = await harness.run(createTodoWriteTool(), {
      todos: states.map(state => todo('x', state)),
    })
    expect(text).toContain(advice)
    expect(outcome.isError).toBeUndefined()
  })

  it('takes items of older versions, without activeForm', async () => {
    const harness = await harnessWith()
    await harness.run(createTodoWriteTool(), {
      todos: [{ content: 'x', status: 'pending', id: '1', priority: 'high' }],
    })
    expect(harness.context.services.todos.get()).toEqual([
      { content: 'x', status: 'pending', activeForm: 'x' },
    ])
  })

  it('refuses a state that there is not, and leaves the list alone', async () => {
    const harness = await harnessWith()
    const { text, outcome } = await harness.run(createTodoWriteTool(), {
      todos: [{ content: 'x', status: 'done' }],
    })
    expect(outcome.isError).toBe(true)
    expect(text).toContain('todos.0.status')
    expect(harness.context.services.todos.get()).toEqual([])
  })
})
