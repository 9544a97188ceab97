import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { ControlSubtype } from './control-request.ts'
import type { PermissionUpdate } from './permission-update.ts'
import type { WireSlashCommand } from './wire-session-event.ts'

/** What answers a question of subtype `S`; where the protocol leaves the answer open, any object. */
export type ControlResponsePayload<S extends ControlSubtype> = S extends keyof KnownPayloads
  ? KnownPayloads[S]
  : JsonObject

type KnownPayloads = {
  readonly initialize: InitializeResponse
  readonly can_use_tool: PermissionResult
  readonly hook_callback: HookCallbackOutput
  readonly mcp_message: { readonly mcp_response: JsonObject }
  readonly elicitation: {
    readonly action: 'accept' | 'decline' | 'cancel'
    readonly content?: JsonObject
  }
  readonly interrupt: { readonly still_queued: readonly JsonValue[]; readonly cancelled?: JsonValue }
  readonly mcp_status: { readonly mcpServers: readonly JsonObject[] }
}

/** What the program can do; hosts answer their own questions about commands and models from it. */
export type InitializeResponse = {
  readonly commands: readonly WireSlashCommand[]
  readonly agents: readonly {
    readonly name: string
    readonly description?: string
    readonly model?: string
  }[]
  readonly output_style: string
  readonly available_output_styles: readonly string[]
  readonly models: readonly WireModelInfo[]
  readonly account: JsonObject
  readonly pid?: number
  readonly claude_code_version?: string
  readonly current_permission_mode?: string
  readonly session_state?: string
  readonly hooks_applied?: boolean
  readonly hook_on_failure_supported?: boolean
  readonly plugins_applied?: boolean
  readonly sdk_mcp_manifests_parked?: JsonObject
  readonly capabilities?: readonly string[]
}

export type WireModelInfo = {
  readonly value: string
  readonly displayName: string
  readonly description: string
  readonly resolvedModel?: string
  readonly supportsEffort?: boolean
  readonly supportedEffortLevels?: readonly string[]
  readonly supportsAdaptiveThinking?: boolean
  readonly supportsFastMode?: boolean
  readonly supportsAutoMode?: boolean
  readonly supportsThinkingOff?: boolean
}

/** Whether a tool may run, with the input that the host allowed. */
export type PermissionResult =
  | {
      readonly behavior: 'allow'
      readonly updatedInput: JsonObject
      readonly updatedPermissions?: readonly PermissionUpdate[]
      readonly toolUseID?: string
    }
  | {
      readonly behavior: 'deny'
      readonly message: string
      readonly interrupt?: boolean
      readonly toolUseID?: string
    }

/** What a hook wants to happen now, or the promise that it answers later. */
export type HookCallbackOutput =
  | { readonly async: true; readonly asyncTimeout?: number }
  | {
      readonly async?: never
      readonly continue?: boolean
      readonly decision?: 'approve' | 'block' | (string & {})
      readonly reason?: string
      readonly stopReason?: string
      readonly suppressOutput?: boolean
      readonly systemMessage?: string
      readonly hookSpecificOutput?: JsonObject
    }
