import type { JsonObject } from '@antiphon/contract'
import { type AttachmentMessage, createAttachmentMessage, type StopHookInfo } from '@antiphon/core'
import { cutText } from '../text/cut-text.ts'
import { createHookAttachments, type HookRun, MAX_HOOK_TEXT } from './create-hook-attachments.ts'
import type { HookOutput, HookPermission } from './hook-output.ts'

/** What the hooks of an event decided together, and what is to be recorded of them. */
export type HookOutcome = {
  /** Why it must not go on as it is: at `Stop`, why the model has to go on; before a tool, why it is denied. */
  readonly blocked?: string
  /** The strictest that a hook said: deny before ask before allow. */
  readonly permission?: { readonly behavior: HookPermission; readonly reason: string }
  readonly updatedInput?: JsonObject
  readonly additionalContext: readonly string[]
  /** The turn ends here. */
  readonly stop?: { readonly reason: string }
  /** Lines for the person. */
  readonly systemMessages: readonly string[]
  /** Attachment messages, hook by hook in the order of the settings. */
  readonly messages: readonly AttachmentMessage[]
  readonly summary: HookSummary
}

/** What `createStopHookSummaryMessage` is told. */
type HookSummary = {
  readonly hookCount: number
  readonly hookInfos: readonly StopHookInfo[]
  readonly hookErrors: readonly string[]
  readonly preventedContinuation: boolean
  readonly stopReason: string
  readonly hasOutput: boolean
  readonly totalDurationMs: number
}

/** Puts the runs of an event together; which of them was faster makes no difference. */
export function combineHookRuns(runs: readonly HookRun[]): HookOutcome {
  const outputs = runs.flatMap(({ result }) => (result.kind === 'success' ? [result.output] : []))
  const permission = strictest(runs.flatMap(permissionOf))
  const reasons = permission?.behavior === 'deny' ? [permission.reason] : runs.flatMap(blockReason)
  const updatedInput = outputs.findLast(output => output.hookSpecificOutput?.updatedInput)?.hookSpecificOutput
    ?.updatedInput
  const stop = outputs.find(output => output.continue === false)
  return {
    ...(reasons.length > 0 && { blocked: reasons.join('\n') }),
    ...(permission && { permission }),
    ...(updatedInput && { updatedInput }),
    additionalContext: outputs
      .flatMap(output => output.hookSpecificOutput?.additionalContext || [])
      .map(context => cutText(context, MAX_HOOK_TEXT)),
    ...(stop && { stop: { reason: stop.stopReason ?? '' } }),
    systemMessages: outputs.flatMap(output => output.systemMessage || []),
    messages: runs.flatMap(createHookAttachments).map(createAttachmentMessage),
    summary: summarize(runs, stop),
  }
}

function blockReason({ result }: HookRun): readonly string[] {
  if (result.kind === 'blocking_error') return [result.message]
  if (result.kind !== 'success' || result.output.decision !== 'block') return []
  return [result.output.reason ?? NO_REASON]
}

const NO_REASON = 'the hook gave no reason'

type Permission = NonNullable<HookOutcome['permission']>

/** Before a tool runs, to block is to deny; at other events there is nothing to permit. */
function permissionOf({ event, result }: HookRun): readonly Permission[] {
  if (event !== 'PreToolUse' && event !== 'PermissionRequest') return []
  if (result.kind === 'blocking_error') return [{ behavior: 'deny', reason: result.message }]
  if (result.kind !== 'success') return []
  const { decision, hookSpecificOutput = {} } = result.output
  const reason = hookSpecificOutput.permissionDecisionReason ?? result.output.reason ?? NO_REASON
  const { permissionDecision } = hookSpecificOutput
  if (permissionDecision) return [{ behavior: permissionDecision, reason }]
  if (decision === undefined) return []
  return [{ behavior: decision === 'approve' ? 'allow' : 'deny', reason }]
}

function strictest(permissions: readonly Permission[]): Permission | undefined {
  for (const behavior of ['deny', 'ask', 'allow'] as const) {
    const found = permissions.find(permission => permission.behavior === behavior)
    if (found) return found
  }
  return undefined
}

function summarize(runs: readonly HookRun[], stop: HookOutput | undefined): HookSummary {
  return {
    hookCount: runs.length,
    hookInfos: runs.map(({ command, durationMs }) => ({ command, durationMs })),
    hookErrors: runs.flatMap(hookError),
    preventedContinuation: stop !== undefined,
    stopReason: stop?.stopReason ?? '',
    hasOutput: runs.some(({ result }) => result.kind !== 'success' || result.text !== ''),
    totalDurationMs: Math.max(0, ...runs.map(({ durationMs }) => durationMs)),
  }
}

function hookError({ result }: HookRun): readonly string[] {
  switch (result.kind) {
    case 'blocking_error':
    case 'error':
      return [result.message]
    case 'non_blocking_error':
      return [result.stderr.trim() || `exit code ${result.exitCode}`]
    default:
      return []
  }
}
