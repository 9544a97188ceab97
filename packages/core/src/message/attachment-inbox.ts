import type { ContentBlock } from '@antiphon/contract'
import type { ContextReference } from './context-reference.ts'
import type { MessageOrigin } from './message-origin.ts'

/** What arrived while the model worked: from the person, from background tasks, from teammates. */
export type AnyInboxAttachment =
  | QueuedCommandAttachment
  | TaskStatusAttachment
  | TeammateMailboxAttachment
  | TeamContextAttachment

export type QueuedCommandAttachment = {
  readonly type: 'queued_command'
  readonly prompt: string | readonly ContentBlock[]
  readonly commandMode?: 'prompt' | 'bash' | 'task-notification' | (string & {})
  readonly source_uuid?: string
  readonly imagePasteIds?: readonly number[]
  /** What the person attached. */
  readonly contexts?: readonly ContextReference[]
  readonly origin?: MessageOrigin
  readonly timestamp?: string
  readonly isMeta?: boolean
}

export type TaskStatusAttachment = {
  readonly type: 'task_status'
  readonly taskId: string
  readonly taskType: string
  readonly description: string
  readonly status: string
  readonly deltaSummary?: string | null
  readonly outputFilePath?: string
}

export type TeammateMailboxAttachment = {
  readonly type: 'teammate_mailbox'
  readonly messages: readonly {
    readonly from: string
    readonly text: string
    readonly timestamp?: string
    readonly color?: string
    readonly summary?: string
  }[]
}

export type TeamContextAttachment = {
  readonly type: 'team_context'
  readonly agentId?: string
  readonly agentName: string
  readonly teamName: string
  readonly teamConfigPath?: string
  readonly taskListPath?: string
}
