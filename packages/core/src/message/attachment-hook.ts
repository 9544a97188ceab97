import type { JsonObject } from '@antiphon/contract'

/** What a person's hooks did or said. */
export type AnyHookAttachment =
  | HookSuccessAttachment
  | HookAdditionalContextAttachment
  | HookBlockingErrorAttachment
  | HookNonBlockingErrorAttachment
  | HookErrorDuringExecutionAttachment
  | HookCancelledAttachment
  | HookSystemMessageAttachment
  | HookStoppedContinuationAttachment
  | HookPermissionDecisionAttachment
  | AsyncHookResponseAttachment

type HookRun = {
  readonly hookName: string
  readonly hookEvent: string
  readonly toolUseID: string
}

type HookProcess = {
  readonly stdout?: string
  readonly stderr?: string
  readonly exitCode?: number
  readonly command?: string
  readonly durationMs?: number
}

export type HookSuccessAttachment = HookRun &
  HookProcess & { readonly type: 'hook_success'; readonly content: string }

export type HookAdditionalContextAttachment = HookRun & {
  readonly type: 'hook_additional_context'
  readonly content: string | readonly string[]
}

export type HookBlockingErrorAttachment = HookRun & {
  readonly type: 'hook_blocking_error'
  readonly blockingError: { readonly blockingError: string; readonly command?: string }
}

export type HookNonBlockingErrorAttachment = HookRun &
  HookProcess & { readonly type: 'hook_non_blocking_error' }

export type HookErrorDuringExecutionAttachment = HookRun &
  Pick<HookProcess, 'command' | 'durationMs'> & {
    readonly type: 'hook_error_during_execution'
    readonly content: string
  }

export type HookCancelledAttachment = HookRun &
  Pick<HookProcess, 'command' | 'durationMs'> & { readonly type: 'hook_cancelled' }

/** A line for the person; the model does not read it. */
export type HookSystemMessageAttachment = HookRun & {
  readonly type: 'hook_system_message'
  readonly content: string
}

export type HookStoppedContinuationAttachment = HookRun & {
  readonly type: 'hook_stopped_continuation'
  readonly message: string
}

export type HookPermissionDecisionAttachment = Omit<HookRun, 'hookName'> & {
  readonly type: 'hook_permission_decision'
  readonly decision: 'allow' | 'deny' | (string & {})
  readonly hookName?: string
}

/** What a hook that ran in the background answered at last. */
export type AsyncHookResponseAttachment = Omit<HookRun, 'toolUseID'> &
  HookProcess & {
    readonly type: 'async_hook_response'
    readonly processId?: string
    readonly toolName?: string
    readonly toolUseID?: string
    readonly response: JsonObject
  }
