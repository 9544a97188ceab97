import type { HookEventName } from '@antiphon/core/wire'
import type { HookOutput } from './hook-output.ts'

/** What one hook did, however it ran. */
export type HookRun = {
  readonly event: HookEventName
  /** `PreToolUse:Bash`, `Stop`. */
  readonly name: string
  readonly command: string
  readonly toolUseId: string
  readonly durationMs: number
  readonly result: HookResult
}

export type HookResult =
  | {
      readonly kind: 'success'
      readonly output: HookOutput
      /** What it printed and is no JSON. */
      readonly text: string
      readonly stdout: string
      readonly stderr: string
      readonly exitCode: number
    }
  | { readonly kind: 'blocking_error'; readonly message: string }
  | {
      readonly kind: 'non_blocking_error'
      readonly stdout: string
      readonly stderr: string
      readonly exitCode: number
    }
  /** It could not be run, or threw. */
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'cancelled' }

/** The events at which a hook's refusal means something; at the others it is an error to be shown. */
export const BLOCKING_EVENTS: readonly HookEventName[] = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'PermissionRequest',
  'PreModelSwitch',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'Elicitation',
  'ElicitationResult',
  'ConfigChange',
]
