import {
  createAssistantMessage,
  createAttachmentMessage,
  createUserMessage,
  type Message,
} from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { findTodos } from './create-todo-reminder.ts'

const TODO = { content: 'sing', status: 'pending', activeForm: 'singing' } as const

const written = (todos: unknown): Message =>
  createAssistantMessage({ content: [{ type: 'tool_use', id: 't', name: 'TodoWrite', input: { todos } }] })

describe('findTodos', () => {
  it('gives the list that the session last worked on, by the model or told to it', () => {
    const old = written([{ ...TODO, content: 'old' }])
    expect(findTodos([old, written([TODO]), createUserMessage({ content: 'x' })])).toEqual([TODO])
    const told = createAttachmentMessage({ type: 'todo_reminder', content: [TODO], itemCount: 1 })
    expect(findTodos([old, told])).toEqual([TODO])
  })

  it('gives none where there is none, and leaves out what is no todo', () => {
    expect(findTodos([createUserMessage({ content: 'x' })])).toEqual([])
    expect(findTodos([written([TODO, null, { content: 'a' }, { ...TODO, status: 'lost' }])])).toEqual([TODO])
    expect(findTodos([written('no list')])).toEqual([])
  })
})
