import type { JsonObject } from '@antiphon/contract'
import type { PermissionMode } from '@antiphon/core'
import { createCallHooks } from './call-hooks.ts'
import type { HookRunner } from './create-hook-runner.ts'
import type { EngineHooks } from './engine-hooks.ts'
import { createSessionHooks } from './session-hooks.ts'
import { createStopHooks } from './stop-hooks.ts'

/** A runner of hooks at the places of a session where hooks have a say. */
export function toEngineHooks(runner: HookRunner, mode?: () => PermissionMode): Required<EngineHooks> {
  const common = () => (mode ? { permission_mode: mode() } : {})
  return {
    ...createCallHooks(runner, common),
    ...createStopHooks(runner, common),
    ...createSessionHooks(runner, common),
    ...createNoticeHooks(runner, common),
  }
}

type NoticeHooks = Required<Pick<EngineHooks, 'onNotification' | 'onPermissionDenied' | 'onStopFailure'>>

/** Hooks that only hear of something: a person is needed, a call was refused, a turn failed. They decide nothing. */
function createNoticeHooks(runner: HookRunner, common: () => JsonObject): NoticeHooks {
  return {
    async onNotification({ type, title, message }, signal) {
      if (!runner.has('Notification')) return { messages: [] }
      const fields = { ...common(), notification_type: type, title, message }
      return { messages: (await runner.run('Notification', fields, { signal })).messages }
    },
    async onPermissionDenied({ toolName, toolUseId, input, reason }, signal) {
      if (!runner.has('PermissionDenied')) return { messages: [] }
      const call = { tool_name: toolName, tool_input: input, tool_use_id: toolUseId }
      const fields = { ...common(), ...call, reason }
      return { messages: (await runner.run('PermissionDenied', fields, { signal, toolUseId })).messages }
    },
    async onStopFailure({ code, detail }, signal) {
      if (!runner.has('StopFailure')) return { messages: [] }
      const fields = { ...common(), error: code, error_details: detail }
      return { messages: (await runner.run('StopFailure', fields, { signal })).messages }
    },
  }
}
