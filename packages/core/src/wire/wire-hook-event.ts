import type { WireSystem } from './wire-base.ts'

/** The run of a hook, with `--include-hook-events`. */
export type WireHookEvent = WireHookStartedEvent | WireHookProgressEvent | WireHookResponseEvent

type HookReference = {
  readonly hook_id: string
  readonly hook_name: string
  readonly hook_event: string
}

type HookOutput = { readonly output: string; readonly stdout: string; readonly stderr: string }

export type WireHookStartedEvent = WireSystem<'hook_started'> & HookReference

export type WireHookProgressEvent = WireSystem<'hook_progress'> & HookReference & HookOutput

export type WireHookResponseEvent = WireSystem<'hook_response'> &
  HookReference &
  HookOutput & {
    readonly exit_code?: number
    readonly outcome: 'success' | 'error' | 'cancelled'
  }
