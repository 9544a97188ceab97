import { assertNever } from '@antiphon/contract'
import type { AnyHookAttachment } from '@antiphon/core'
import { cutText } from '../text/cut-text.ts'
import type { HookOutput } from './hook-output.ts'
import type { HookResult, HookRun } from './hook-run.ts'

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
