import { assertNever } from '@antiphon/contract'
import { randomUUID, toWireEvents, type WireEvent } from '@antiphon/core'
import type { WireContext } from '@antiphon/core/wire'
import type { TaskEvent, TaskInfo, TaskUsage } from './task-event.ts'

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
