import type { AssistantMessage, UserMessage } from '@antiphon/core'
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
