import type { PermissionMode } from '@antiphon/core'
import { createCallHooks } from './call-hooks.ts'
import type { HookRunner } from './create-hook-runner.ts'
import type { EngineHooks } from './engine-hooks.ts'
import { createNoticeHooks } from './notice-hooks.ts'
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
