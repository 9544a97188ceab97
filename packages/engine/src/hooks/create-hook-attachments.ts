import { assertNever } from '@antiphon/contract'
import type { AnyHookAttachment } from '@antiphon/core'
import type { HookEventName } from '@antiphon/core/wire'
import { cutText } from '../text/cut-text.ts'
import type { HookOutput } from './hook-output.ts'

/** What is kept of a hook's run: for the model what it has to know, for the person the rest. */
export function createHookAttachments(run: HookRun): readonly AnyHookAttachment[] {
  const { result, command, durationMs } = run
  const base = { hookName: run.name, hookEvent: run.event, toolUseID: run.toolUseId }
  switch (result.kind) {
    case 'success':
      return [successOf(run, result), ...answerOf(run, result.output)]
    case 'blocking_error':
      return [
        {
          type: 'hook_blocking_error',
          ...base,
          blockingError: { blockingError: cut(result.message), command },
        },
      ]
    case 'non_blocking_error':
      return [
        {
          type: 'hook_non_blocking_error',
          ...base,
          stdout: cut(result.stdout),
          stderr: cut(result.stderr),
          exitCode: result.exitCode,
          command,
          durationMs,
        },
      ]
    case 'error':
      return [
        { type: 'hook_error_during_execution', ...base, content: cut(result.message), command, durationMs },
      ]
    case 'cancelled':
      return [{ type: 'hook_cancelled', ...base, command, durationMs }]
    default:
      return assertNever(result)
  }
}

/** As much as a hook may say at once. */
export const MAX_HOOK_TEXT = 10_000

function cut(text: string): string {
  return cutText(text, MAX_HOOK_TEXT)
}

function successOf(run: HookRun, result: Extract<HookResult, { kind: 'success' }>): AnyHookAttachment {
  const isQuiet = result.output.suppressOutput === true
  return {
    type: 'hook_success',
    hookName: run.name,
    hookEvent: run.event,
    toolUseID: run.toolUseId,
    content: cut(result.text),
    stdout: isQuiet ? '' : cut(result.stdout),
    stderr: isQuiet ? '' : cut(result.stderr),
    exitCode: result.exitCode,
    command: run.command,
    durationMs: run.durationMs,
  }
}

function answerOf({ name, event, toolUseId, command }: HookRun, output: HookOutput): AnyHookAttachment[] {
  const base = { hookName: name, hookEvent: event, toolUseID: toolUseId }
  const { permissionDecision, additionalContext } = output.hookSpecificOutput ?? {}
  const attachments: AnyHookAttachment[] = []
  if (output.decision === 'block') {
    const blockingError = { blockingError: cut(output.reason ?? 'the hook gave no reason'), command }
    attachments.push({ type: 'hook_blocking_error', ...base, blockingError })
  }
  if (permissionDecision !== undefined)
    attachments.push({ type: 'hook_permission_decision', ...base, decision: permissionDecision })
  if (additionalContext)
    attachments.push({ type: 'hook_additional_context', ...base, content: [cut(additionalContext)] })
  if (output.systemMessage)
    attachments.push({ type: 'hook_system_message', ...base, content: cut(output.systemMessage) })
  if (output.continue === false)
    attachments.push({ type: 'hook_stopped_continuation', ...base, message: cut(output.stopReason ?? '') })
  return attachments
}

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
