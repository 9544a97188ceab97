import type { JsonObject } from '@antiphon/contract'
import type { HookEventName } from '@antiphon/core/wire'
import type { HookSettings } from '../settings/settings.ts'
import type { Hook, HookCallbacks } from './hook.ts'
import { matchesPattern } from './matches-pattern.ts'

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
