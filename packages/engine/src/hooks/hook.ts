import type { JsonObject } from '@antiphon/contract'
import type { HookEventName } from '@antiphon/core/wire'
import type { CommandHook } from '../settings/settings.ts'
import type { HookOutput } from './hook-output.ts'

/** Something that is to run at an event. */
export type Hook =
  | { readonly kind: 'command'; readonly command: CommandHook }
  | { readonly kind: 'callback'; readonly callback: HookCallback; readonly timeout?: number }

/** A hook of the program itself; what it throws is reported and stops nothing. */
export type HookCallback = (
  input: JsonObject,
  toolUseId: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<HookOutput> | HookOutput

export type HookCallbackMatcher = {
  readonly matcher?: string
  readonly hooks: readonly HookCallback[]
  /** In seconds. */
  readonly timeout?: number
}

export type HookCallbacks = { readonly [E in HookEventName]?: readonly HookCallbackMatcher[] }

/** How people read which hook it was: its command, or that it is none. */
export function hookCommandText(hook: Hook): string {
  return hook.kind === 'command' ? hook.command.command : 'callback'
}
