import type { ToolStatus } from '../ui/tool-status.ts'

/** One thing to show while a turn runs, in the order in which it happened. */
export type TurnStep =
  | SessionStep
  | ThinkingStep
  | TextStep
  | ToolStartStep
  | ToolEndStep
  | SubagentStep
  | RetryStep
  | NoticeStep
  | ResultStep

/** Which call's subagent a step belongs to; null in the main conversation. */
type Nested = { readonly parentToolUseId: string | null }

export type SessionStep = {
  readonly kind: 'session'
  readonly sessionId: string
  readonly model: string
  readonly cwd: string
  readonly permissionMode: string
  readonly toolCount: number
}

/** `text` is empty where the API kept the thinking to itself. */
export type ThinkingStep = Nested & { readonly kind: 'thinking'; readonly text: string }

export type TextStep = Nested & {
  readonly kind: 'text'
  readonly role: 'assistant' | 'user'
  readonly text: string
  /** True for the text that stands where the API failed. */
  readonly isError: boolean
}

export type ToolCall = Nested & {
  readonly id: string
  readonly name: string
  /** One line that says what the call is about; safe to print. */
  readonly title: string
}

export type ToolStartStep = ToolCall & { readonly kind: 'tool-start' }

export type ToolEndStep = ToolCall & {
  readonly kind: 'tool-end'
  readonly isError: boolean
  readonly status: ToolStatus
  /** The text that the model reads, uncut. */
  readonly text: string
  readonly elapsedMs?: number
}

/** A call without result so far. */
export type PendingCall = ToolCall & { readonly elapsedMs?: number }

/** `parentToolUseId` is the call that started the subagent. */
export type SubagentStep = Nested & {
  readonly kind: 'subagent'
  readonly phase: 'started' | 'working' | 'ended'
  readonly taskId: string
  readonly text: string
  readonly isError: boolean
  readonly elapsedMs?: number
}

export type RetryStep = {
  readonly kind: 'retry'
  readonly attempt: number
  readonly maxRetries: number
  readonly delayMs: number
  readonly status: number | null
  readonly error: string
}

export type NoticeStep = Nested & {
  readonly kind: 'notice'
  readonly level: 'info' | 'warning'
  readonly text: string
}

export type ResultStep = {
  readonly kind: 'result'
  readonly isError: boolean
  readonly subtype: string
  readonly text: string
  readonly turns: number
  readonly durationMs: number
  readonly costUsd: number
  /** Calls that have no result, in the background or never to come. */
  readonly pending: readonly PendingCall[]
}
