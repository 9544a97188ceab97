import { assertNever } from '@antiphon/contract'
import {
  type AssistantMessage,
  randomUUID,
  toWireEvents,
  type UserMessage,
  type WireEvent,
} from '@antiphon/core'
import type { WireContext } from '@antiphon/core/wire'
import type { UsageTotals } from '../query/usage-totals.ts'

/** What a subagent tells of itself beside the conversation, while it runs. */
export type TaskEvent =
  | TaskStartedEvent
  | TaskProgressEvent
  | TaskMessageEvent
  | TaskUpdatedEvent
  | TaskEndedEvent
  | RunningTasksEvent

/** Which task it is. */
export type TaskInfo = {
  readonly taskId: string
  /** The call that started it. */
  readonly toolUseId: string
  readonly description: string
  readonly agentType: string
  readonly isBackground: boolean
}

export type TaskUsage = {
  /** What the last answer read and wrote: the size of the agent's context. */
  readonly totalTokens: number
  readonly toolUses: number
  readonly durationMs: number
}

type TaskStartedEvent = TaskInfo & { readonly kind: 'started'; readonly prompt: string }

/** It makes a call. */
export type TaskProgressEvent = TaskInfo & {
  readonly kind: 'progress'
  /** What it does now, in words. */
  readonly activity: string
  readonly lastToolName: string
  readonly usage: TaskUsage
}

/** What an agent in the background says or is told; one in the foreground shows it as progress of its call. */
type TaskMessageEvent = TaskInfo & {
  readonly kind: 'message'
  readonly message: UserMessage | AssistantMessage
}

/** The new state of a task in the background. */
type TaskUpdatedEvent = TaskInfo & {
  readonly kind: 'updated'
  readonly status: 'completed' | 'failed' | 'killed'
  readonly endTime: number
  readonly error?: string
}

type TaskEndedEvent = TaskInfo & {
  readonly kind: 'ended'
  readonly status: 'completed' | 'failed' | 'stopped'
  readonly summary: string
  /** Empty where nobody knows of a file. */
  readonly outputFile: string
  readonly usage: TaskUsage
  /** What all its answers cost together; no turn counts them. */
  readonly totals: UsageTotals
}

/** The tasks that run in the background now. */
type RunningTasksEvent = { readonly kind: 'running'; readonly tasks: readonly TaskInfo[] }

/** What programs read of a task, in the names of the wire. */
export function toTaskWireEvents(event: TaskEvent, context: WireContext): readonly WireEvent[] {
  const base = {
    type: 'system',
    uuid: (context.uuid ?? randomUUID)(),
    session_id: context.sessionId,
  } as const
  switch (event.kind) {
    case 'started':
      return [{ ...base, subtype: 'task_started', ...startedFields(event), prompt: event.prompt }]
    case 'progress':
      return [
        {
          ...base,
          subtype: 'task_progress',
          ...reference(event),
          description: event.activity,
          subagent_type: event.agentType,
          usage: toWireUsage(event.usage),
          last_tool_name: event.lastToolName,
        },
      ]
    case 'message':
      return toWireEvents(event.message, {
        ...context,
        parentToolUseId: event.toolUseId,
        agent: { agentId: event.taskId, agentType: event.agentType, description: event.description },
      })
    case 'updated': {
      const { taskId, status, endTime, error } = event
      const patch = { status, end_time: endTime, ...(error !== undefined && { error }) }
      return [{ ...base, subtype: 'task_updated', task_id: taskId, patch }]
    }
    case 'ended':
      return [
        {
          ...base,
          subtype: 'task_notification',
          ...reference(event),
          status: event.status,
          output_file: event.outputFile,
          summary: event.summary,
          usage: toWireUsage(event.usage),
        },
      ]
    case 'running':
      return [{ ...base, subtype: 'background_tasks_changed', tasks: event.tasks.map(toRunningTask) }]
    default:
      return assertNever(event)
  }
}

const TASK_TYPE = 'local_agent'

type Reference = { readonly task_id: string; readonly tool_use_id: string }

function reference({ taskId, toolUseId }: TaskInfo): Reference {
  return { task_id: taskId, tool_use_id: toolUseId }
}

function startedFields(event: TaskInfo): Reference & {
  readonly description: string
  readonly subagent_type: string
  readonly is_backgrounded: boolean
  readonly spawn_depth: number
  readonly task_type: string
} {
  return {
    ...reference(event),
    description: event.description,
    subagent_type: event.agentType,
    is_backgrounded: event.isBackground,
    // Agents start no agents.
    spawn_depth: 1,
    task_type: TASK_TYPE,
  }
}

function toRunningTask({ taskId, agentType, description }: TaskInfo): {
  readonly task_id: string
  readonly task_type: string
  readonly subagent_type: string
  readonly description: string
} {
  return { task_id: taskId, task_type: TASK_TYPE, subagent_type: agentType, description }
}

function toWireUsage({ totalTokens, toolUses, durationMs }: TaskUsage): {
  readonly total_tokens: number
  readonly tool_uses: number
  readonly duration_ms: number
} {
  return { total_tokens: totalTokens, tool_uses: toolUses, duration_ms: durationMs }
}
