import type { JsonValue } from '@antiphon/contract'

/** Notes of the program to itself, kept in the log for a resume or a screen; the model reads none of them. */
export type AnyRecordAttachment =
  | CommandPermissionsAttachment
  | MaxTurnsReachedAttachment
  | StructuredOutputAttachment
  | PromptSnapshotAttachment
  | PromptRenderPointAttachment
  | DeferredToolsRecordAttachment
  | BatchingReminderSentAttachment
  | SecondaryReminderSentAttachment
  | ThinkingDropAttachment
  | ThinkingStrippedAttachment
  | GoalStatusAttachment
  | CredentialOrgAttachment
  | ContextEfficiencyAttachment

export type CommandPermissionsAttachment = {
  readonly type: 'command_permissions'
  readonly allowedTools: readonly string[]
  readonly model?: string
}

export type MaxTurnsReachedAttachment = {
  readonly type: 'max_turns_reached'
  readonly maxTurns: number
  readonly turnCount: number
}

export type StructuredOutputAttachment = { readonly type: 'structured_output'; readonly data: JsonValue }

/**
 * The system prompt and the tools, so that a resume sends the same bytes. Claude Code 2.1.325 writes it of its own accord: a
 * first one before any tools are known, then one with them. We write none: Claude Code would take ours for its own.
 */
export type PromptSnapshotAttachment = {
  readonly type: 'prompt_snapshot'
  readonly systemPrompt: readonly string[]
  readonly tools?: readonly JsonValue[]
  /** What stands before the system prompt. */
  readonly cliPrefix?: string
  readonly reminderFold?: boolean
  readonly echoWireToolInputs?: boolean
  readonly contextRendering?: string
}

/** From here on the prompt is rendered anew. */
export type PromptRenderPointAttachment = { readonly type: 'prompt_render_point' }

export type DeferredToolsRecordAttachment = { readonly type: 'deferred_tools_record' }

type SentReminder = { readonly text: string; readonly model?: string; readonly clearAt?: string }

/** A passing reminder that was sent with one request and is not sent again. */
export type BatchingReminderSentAttachment = SentReminder & { readonly type: 'batching_reminder_sent' }

export type SecondaryReminderSentAttachment = SentReminder & { readonly type: 'secondary_reminder_sent' }

export type ThinkingDropAttachment = { readonly type: 'thinking_drop' }

export type ThinkingStrippedAttachment = { readonly type: 'thinking_stripped' }

/** The goal that a person set and whether it was met; a stop hook carries it to the model. */
export type GoalStatusAttachment = {
  readonly type: 'goal_status'
  readonly condition?: string
  readonly met: boolean
  readonly sentinel?: boolean
  readonly reason?: string
}

export type CredentialOrgAttachment = { readonly type: 'credential_org' }

export type ContextEfficiencyAttachment = { readonly type: 'context_efficiency' }
