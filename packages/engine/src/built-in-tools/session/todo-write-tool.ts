import { z } from 'zod'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import type { Todo } from '../../tool/session-services.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/** Keeps the list of what is to be done, for the model and for whoever reads along. */
export function createTodoWriteTool(): AgentTool {
  return defineTool({
    name: 'TodoWrite',
    description: DESCRIPTION,
    schema: SCHEMA,
    prepare(input, context) {
      const todos = input.todos.map(todo => ({ ...todo, activeForm: todo.activeForm ?? todo.content }))
      return prepareCall('TodoWrite', {
        input: { todos },
        shown: input,
        work: () => writeTodos(todos, context),
      })
    },
  })
}

const SCHEMA = z.object({
  todos: z
    .array(
      z.object({
        content: z.string().min(1).describe('What is to be done: "Run the tests"'),
        status: z.enum(['pending', 'in_progress', 'completed']),
        activeForm: z
          .string()
          .min(1)
          .optional()
          .describe('What is shown while it is done: "Running the tests"'),
      }),
    )
    .max(200)
    .describe('The whole list as it stands now; it replaces the one before'),
})

const DESCRIPTION = `Writes the list of what is to be done in this session. The person sees it.

Use it for work of three steps or more, or when the person names several things. Give the whole list each time. Have one item in_progress while you work on it, mark it completed as soon as it is done and not before: not while a test fails or something is missing. Add what you discover, drop what is no longer needed.`

function writeTodos(todos: readonly Todo[], context: ToolContext): ToolOutcome {
  const oldTodos = context.services.todos.get()
  context.services.todos.set(todos)
  return { content: describe(todos), data: { oldTodos, newTodos: todos } }
}

function describe(todos: readonly Todo[]): string {
  const active = todos.filter(({ status }) => status === 'in_progress').length
  const isOpen = todos.some(({ status }) => status !== 'completed')
  const saved = 'The list is written.'
  if (active > 1) return `${saved} ${active} items are in_progress: better have one at a time.`
  if (active === 0 && isOpen) return `${saved} No item is in_progress: mark the one that you work on.`
  return isOpen ? `${saved} Go on with the item in_progress.` : `${saved} Nothing is open.`
}
