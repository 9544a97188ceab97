import {
  createAttachmentMessage,
  createSystemMessage,
  createUserMessage,
  type Message,
  type UserMessage,
} from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import type { QueuedPrompt } from '../conversation/prompt-queue.ts'
import { findLostAgents, markReports } from './find-lost-agents.ts'

const launch = (agentId: unknown, more = {}): UserMessage =>
  createUserMessage({
    content: 'launched',
    toolUseResult: { isAsync: true, status: 'async_launched', agentId, description: 'look', ...more },
  })

const idsOf = (messages: readonly Message[]): readonly unknown[] =>
  messages.map(message =>
    message.type === 'attachment' && message.attachment.type === 'task_status'
      ? message.attachment.taskId
      : null,
  )

const queued = (prompt: string): QueuedPrompt => ({ prompt, uuid: 'u', timestamp: 't' })

describe('markReports', () => {
  it('knows the report of an agent that the conversation started, and takes nobody’s word for it', () => {
    const prompts = [
      queued('<task-notification>\n<task-id>a1</task-id>\n</task-notification>'),
      queued('<task-notification>\n<task-id>b2</task-id>'),
      queued('<task-notification>\n<task-id></task-id>'),
      queued('my words on <task-id>a1</task-id>'),
    ]
    const origins = markReports(prompts, [launch('a1'), createUserMessage({ content: 'x' })]).map(
      ({ origin }) => origin !== undefined,
    )
    expect(origins).toEqual([true, false, false, false])
  })
})

describe('findLostAgents', () => {
  it('names agents that were started and never heard of again', () => {
    const lost = findLostAgents([launch('a1', { outputFile: '/a1' }), createUserMessage({ content: 'a1?' })])
    expect(lost).toMatchObject([
      { attachment: { type: 'task_status', taskId: 'a1', description: 'look', outputFilePath: '/a1' } },
    ])
  })

  it.each([
    ['a prompt', createUserMessage({ content: '<task-notification>\n<task-id>a1</task-id>' })],
    [
      'a prompt that waited',
      createAttachmentMessage({ type: 'queued_command', prompt: '<task-id>a1</task-id>' }),
    ],
    [
      'a status',
      createAttachmentMessage({
        type: 'task_status',
        taskId: 'a1',
        taskType: 'local_agent',
        description: '',
        status: 'x',
      }),
    ],
    ['a tool that fetches reports', createUserMessage({ content: '<task_id>a1</task_id>' })],
  ])('leaves out those that reported by %s', (_, report) => {
    expect(idsOf(findLostAgents([launch('a1'), launch('b2'), report]))).toEqual(['b2'])
  })

  it('leaves out those whose report waits', () => {
    const waiting = [queued('<task-notification>\n<task-id>a1</task-id>')]
    expect(idsOf(findLostAgents([launch('a1'), launch('b2')], waiting))).toEqual(['b2'])
  })

  it('tells of an agent once', () => {
    const messages = [launch('a1')]
    expect(findLostAgents([...messages, ...findLostAgents(messages)])).toEqual([])
  })

  it('takes any result', () => {
    const others = [
      launch(7),
      launch(''),
      createUserMessage({ content: 'x', toolUseResult: 'async_launched' }),
      createUserMessage({ content: 'x', toolUseResult: { status: 'completed', agentId: 'a1' } }),
      createSystemMessage('taskId a1', 'info'),
    ]
    expect(findLostAgents(others)).toEqual([])
  })
})
