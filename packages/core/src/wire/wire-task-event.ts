import type { JsonObject } from '@antiphon/contract'
import type { WireSystem } from './wire-base.ts'

/** The life of a task beside the main conversation: a subagent, a workflow, a command in the background. */
export type WireTaskEvent =
  | WireTaskStartedEvent
  | WireTaskProgressEvent
  | WireTaskUpdatedEvent
  | WireTaskNotificationEvent
  | WireBackgroundTasksChangedEvent

type TaskReference = {
  readonly task_id: string
  readonly run_id?: string
  /** The call that started the task. */
  readonly tool_use_id?: string
}

export type WireTaskUsage = {
  readonly total_tokens: number
  readonly tool_uses: number
  readonly duration_ms: number
}

export type WireTaskStartedEvent = WireSystem<'task_started'> &
  TaskReference & {
    readonly description: string
    readonly subagent_type?: string
    readonly is_backgrounded?: boolean
    readonly spawn_depth?: number
    readonly parent_task_id?: string
    readonly task_type?: 'local_agent' | 'local_workflow' | (string & {})
    readonly workflow_name?: string
    readonly prompt?: string
    readonly skip_transcript?: boolean
    readonly ambient?: boolean
  }

export type WireTaskProgressEvent = WireSystem<'task_progress'> &
  TaskReference & {
    readonly description: string
    readonly subagent_type?: string
    readonly usage: WireTaskUsage
    readonly last_tool_name?: string
    readonly summary?: string
  }

export type WireTaskUpdatedEvent = WireSystem<'task_updated'> &
  TaskReference & {
    readonly patch: {
      readonly status?: 'pending' | 'running' | 'completed' | 'failed' | 'killed' | 'paused'
      readonly description?: string
      readonly end_time?: number
      readonly error?: string
      readonly is_backgrounded?: boolean
    }
  }

export type WireTaskNotificationEvent = WireSystem<'task_notification'> &
  TaskReference & {
    readonly status: 'completed' | 'failed' | 'stopped'
    readonly reason?: 'worker_restart'
    readonly output_file: string
    readonly summary: string
    readonly usage?: WireTaskUsage
    readonly resource_links?: readonly JsonObject[]
    readonly skip_transcript?: boolean
    readonly ambient?: boolean
  }

export type WireBackgroundTasksChangedEvent = WireSystem<'background_tasks_changed'> & {
  readonly tasks: readonly {
    readonly task_id: string
    readonly run_id?: string
    readonly task_type: string
    readonly subagent_type?: string
    readonly description: string
    readonly parent_task_id?: string
  }[]
}
