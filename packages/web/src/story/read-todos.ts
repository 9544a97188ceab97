import { readList, readText } from './first-block.ts'

export type Todo = {
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly text: string
}

/** The list of a TodoWrite call; what is no item of one is left out, an unknown status counts as to do. */
export function readTodos(input: unknown): Todo[] {
  return readList(input, 'todos').flatMap(item => {
    const text = readText(item, 'content') ?? readText(item, 'activeForm')
    if (text === undefined) return []
    const status = readText(item, 'status')
    return [{ text, status: status === 'completed' || status === 'in_progress' ? status : 'pending' }]
  })
}
