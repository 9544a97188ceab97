import { isObject } from '@antiphon/contract'
import {
  createAttachmentMessage,
  isUserMessage,
  type Message,
  type MessageOrigin,
  originKind,
} from '@antiphon/core'
import type { QueuedPrompt } from '../conversation/prompt-queue.ts'
import type { TaskInfo, TaskUsage } from './task-event.ts'

/**
 * Tells the model of agents that a session started in the background and that ended with it: their call says that
 * they run, and nothing later says what became of them, nor does a prompt that waits.
 */
export function findLostAgents(
  messages: readonly Message[],
  waiting: readonly QueuedPrompt[] = [],
): readonly Message[] {
  const open = new Map<string, Message>()
  for (const message of messages) {
    // What was said, and no name of the message itself, which may hold the same letters.
    if (open.size > 0 && message.type === 'user') forgetReported(open, message.message.content)
    if (open.size > 0 && message.type === 'attachment') forgetReported(open, message.attachment)
    const launched = readLaunch(message)
    if (launched) open.set(launched.taskId, createEndedTaskMessage(launched))
  }
  for (const { prompt } of waiting) forgetReported(open, prompt)
  return [...open.values()]
}

/** Prompts that waited in a log, with the origin of those that an agent of this conversation sent; a log does not say it. */
export function markReports(
  waiting: readonly QueuedPrompt[],
  messages: readonly Message[],
): readonly QueuedPrompt[] {
  if (waiting.length === 0) return waiting
  const launched = new Set(messages.map(message => readLaunch(message)?.taskId))
  return waiting.map(queued => {
    const [, taskId] = (typeof queued.prompt === 'string' && REPORT.exec(queued.prompt)) || []
    return launched.has(taskId) && taskId ? { ...queued, origin: TASK_NOTIFICATION_ORIGIN } : queued
  })
}

const REPORT = /^<task-notification>\s*<task-id>([^<]*)<\/task-id>/

/** Tells the model that a task will bring no report. */
export function createEndedTaskMessage(
  task: Pick<TaskInfo, 'taskId' | 'description'> & { readonly outputFile?: string },
): Message {
  const { taskId, description, outputFile = '' } = task
  return createAttachmentMessage({
    type: 'task_status',
    taskId,
    taskType: 'local_agent',
    description,
    status: 'ended before it was done',
    deltaSummary: 'It runs no more and brings no report. Start it anew if its work is still needed.',
    ...(outputFile !== '' && { outputFilePath: outputFile }),
  })
}

function readLaunch(
  message: Message,
): { readonly taskId: string; readonly description: string; readonly outputFile: string } | null {
  const result = isUserMessage(message) ? message.toolUseResult : undefined
  if (!isObject(result) || result.status !== 'async_launched') return null
  const read = (name: string): string => (typeof result[name] === 'string' ? result[name] : '')
  const taskId = read('agentId')
  return taskId === '' ? null : { taskId, description: read('description'), outputFile: read('outputFile') }
}

/** A notification names its task in `<task-id>`, a status in `taskId`, the result of a tool that fetches reports in `task_id`. */
function forgetReported(open: Map<string, Message>, report: unknown): void {
  const text = JSON.stringify(report)
  if (!/task[-_]?id/i.test(text)) return
  for (const taskId of [...open.keys()])
    if (text.includes(`>${taskId}<`) || text.includes(`"${taskId}"`)) open.delete(taskId)
}

/** Marks a prompt that a task sent and no person. */
export const TASK_NOTIFICATION_ORIGIN: MessageOrigin = {
  kind: 'task-notification',
  producer: 'session-task',
}

/** Whether a prompt comes from a task. */
export function isTaskNotification(origin: MessageOrigin | undefined): boolean {
  return originKind(origin) === 'task-notification'
}

/** The report of a task as the model reads it. */
export function formatTaskNotification(
  task: TaskInfo,
  end: {
    readonly status: 'completed' | 'failed'
    readonly text: string
    readonly error?: string
    readonly outputFile: string
    readonly usage: TaskUsage
  },
): string {
  const { totalTokens, toolUses, durationMs } = end.usage
  const result = [end.error ?? '', end.text].filter(Boolean).join('\n\n') || NO_ANSWER
  return [
    '<task-notification>',
    `<task-id>${task.taskId}</task-id>`,
    `<tool-use-id>${task.toolUseId}</tool-use-id>`,
    ...(end.outputFile === '' ? [] : [`<output-file>${end.outputFile}</output-file>`]),
    `<status>${end.status}</status>`,
    `<summary>Agent "${task.description}" ${end.status === 'completed' ? 'finished' : 'failed'}</summary>`,
    `<result>${result}</result>`,
    `<usage><subagent_tokens>${totalTokens}</subagent_tokens><tool_uses>${toolUses}</tool_uses><duration_ms>${durationMs}</duration_ms></usage>`,
    '</task-notification>',
  ].join('\n')
}

/** What stands for the report of an agent that said nothing. */
export const NO_ANSWER = 'The agent ended without an answer.'
