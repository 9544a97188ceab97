import { type MessageOrigin, originKind } from '@antiphon/core'
import type { TaskInfo, TaskUsage } from './task-event.ts'

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
