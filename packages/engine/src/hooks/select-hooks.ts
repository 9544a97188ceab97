import type { JsonObject } from '@antiphon/contract'
import type { HookEventName } from '@antiphon/core/wire'
import type { CommandHook, HookSettings } from '../settings/settings.ts'
import type { HookOutput } from './hook-output.ts'

/** The hooks of an event that are about this input, in the order of the settings; the same command runs once. */
export function selectHooks(
  hooks: { readonly settings: HookSettings; readonly callbacks: HookCallbacks },
  { event, input }: { readonly event: HookEventName; readonly input: JsonObject },
): readonly Hook[] {
  const subject = hookSubject(event, input)
  const commands = (hooks.settings[event] ?? [])
    .filter(({ matcher }) => subject === null || matchesPattern(matcher, subject))
    .flatMap(matcher => matcher.hooks)
  const callbacks = (hooks.callbacks[event] ?? [])
    .filter(({ matcher }) => subject === null || matchesPattern(matcher, subject))
    .flatMap(({ hooks: functions, timeout }) =>
      functions.map(
        (callback): Hook => ({
          kind: 'callback',
          callback,
          ...(timeout !== undefined && { timeout }),
        }),
      ),
    )
  const once = new Map(commands.map(command => [command.command, command]))
  return [...[...once.values()].map((command): Hook => ({ kind: 'command', command })), ...callbacks]
}

/** What a matcher of this event is compared with; null where the event has nothing to match. */
export function hookSubject(event: HookEventName, input: JsonObject): string | null {
  const field = SUBJECTS[event]
  if (field === undefined) return null
  const value = input[field]
  return typeof value === 'string' ? value : ''
}

const SUBJECTS: { readonly [E in HookEventName]?: string } = {
  PreToolUse: 'tool_name',
  PostToolUse: 'tool_name',
  PostToolUseFailure: 'tool_name',
  PermissionRequest: 'tool_name',
  PermissionDenied: 'tool_name',
  SessionStart: 'source',
  SessionEnd: 'reason',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  Setup: 'trigger',
  Notification: 'notification_type',
  SubagentStart: 'agent_type',
  SubagentStop: 'agent_type',
  StopFailure: 'error',
  ConfigChange: 'source',
  InstructionsLoaded: 'load_reason',
  Elicitation: 'mcp_server_name',
  ElicitationResult: 'mcp_server_name',
}

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

/** Whether a matcher means this name: nothing, `*`, the name itself, names between bars, or a regular expression. */
export function matchesPattern(matcher: string | undefined, name: string): boolean {
  const pattern = matcher?.trim() ?? ''
  if (pattern === '' || pattern === '*') return true
  if (PLAIN_NAMES.test(pattern)) return pattern.split('|').some(part => part.trim() === name)
  try {
    return new RegExp(pattern).test(name)
  } catch {
    return false
  }
}

const PLAIN_NAMES = /^[\w\s|-]+$/
