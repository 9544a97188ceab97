import type { PlanEntry } from '@agentclientprotocol/sdk'
import { readArray, readString } from '@antiphon/core/message'

/** The model's list of work as the protocol's plan. */
export function toPlan(input: unknown): PlanEntry[] {
  return readArray(input, 'todos').flatMap(todo => {
    const content = readString(todo, 'content')
    const status = readString(todo, 'status')
    if (content === undefined) return []
    const isKnown = status === 'in_progress' || status === 'completed'
    return [{ content, priority: 'medium', status: isKnown ? status : 'pending' }]
  })
}

/** Another agent's plan as our list of work. */
export function toTodos(entries: readonly PlanEntry[]): { readonly todos: readonly object[] } {
  return {
    todos: entries.map(({ content, status }) => ({ content, status, activeForm: content })),
  }
}
