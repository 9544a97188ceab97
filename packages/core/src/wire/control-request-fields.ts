import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { HumanOrigin } from '../message/message-author.ts'
import type { PermissionMode } from '../message/permission-mode.ts'
import type { UUID } from '../message/uuid.ts'
import type { HookEventName } from './hook-event-name.ts'
import type { PermissionUpdate } from './permission-update.ts'
import type { PresenceActivity } from './wire-peer-event.ts'

type None = Readonly<Record<never, never>>

/** What each question carries beside its subtype. */
export type ControlRequestFields = {
  readonly initialize: InitializeFields
  readonly can_use_tool: CanUseToolFields
  readonly hook_callback: HookCallbackFields
  readonly elicitation: ElicitationFields
  readonly request_user_dialog: {
    readonly dialog_kind: string
    readonly payload: JsonObject
    readonly tool_use_id?: string
  }
  readonly mcp_message: { readonly server_name: string; readonly message: JsonObject }
  readonly interrupt: { readonly cancel_queued?: boolean }
  readonly set_permission_mode: { readonly mode: PermissionMode }
  readonly set_model: { readonly model?: string | null }
  readonly set_max_thinking_tokens: {
    readonly max_thinking_tokens?: number | null
    readonly thinking_display?: 'summarized' | 'omitted' | 'highlights' | null
  }
  readonly rename_session: {
    readonly title: string
    readonly source?: 'remote' | 'host'
    readonly session_id?: string
  }
  readonly set_color: { readonly color: string }
  readonly mcp_status: { readonly liveReply?: boolean }
  readonly get_context_usage: { readonly detail?: 'summary' | 'full' }
  readonly get_session_cost: None
  readonly list_models: None
  readonly get_usage: { readonly skip_behaviors?: boolean }
  readonly get_binary_version: None
  readonly mcp_call: McpCallFields
  readonly file_suggestions: { readonly query: string }
  readonly rewind_files: { readonly user_message_id: UUID; readonly dry_run?: boolean }
  readonly cancel_async_message: { readonly message_uuid: UUID }
  readonly read_file: {
    readonly path: string
    readonly max_bytes?: number
    readonly encoding?: 'utf-8' | 'base64'
  }
  readonly seed_read_state: { readonly path: string; readonly mtime: number }
  readonly mcp_set_servers: { readonly servers: Readonly<Record<string, JsonObject>> }
  readonly register_repo_root: {
    readonly directory: string
    readonly reload_claude_md?: boolean
    readonly reload_plugins?: boolean
    readonly reload_skills?: boolean
  }
  readonly reload_plugins: {
    readonly hold_on_cache_impact?: boolean
    readonly add_plugins?: readonly JsonObject[]
    readonly refuse_if_busy?: boolean
  }
  readonly reload_skills: None
  readonly reload_output_styles: None
  readonly mcp_reconnect: { readonly serverName: string }
  readonly mcp_toggle: { readonly serverName: string; readonly enabled: boolean }
  readonly set_has_subscribers: { readonly has_subscribers: boolean | null }
  readonly stop_task: { readonly task_id: string }
  readonly background_tasks: { readonly tool_use_id?: string }
  readonly get_task_output: { readonly task_id: string }
  readonly apply_flag_settings: { readonly settings: JsonObject }
  readonly get_settings: None
  readonly get_hooks_listing: None
  readonly update_settings: {
    readonly source: 'localSettings' | 'userSettings'
    readonly settings: JsonObject
  }
  readonly list_permission_rules: None
  /** Ours: somebody came, writes, or left. */
  readonly presence: PresenceFields
  /** Ours: somebody changed a file. */
  readonly peer_edit: { readonly origin: HumanOrigin; readonly path: string; readonly note?: string }
  readonly mcp_read_resource: { readonly serverName: string; readonly uri: string }
}

/** A host's callbacks for one hook event. */
export type WireHookMatcher = {
  readonly matcher?: string
  readonly hookCallbackIds: readonly string[]
  readonly timeout?: number
  readonly onFailure?: string
}

/** Always the host's first line; asked again, it must be answered again. */
type InitializeFields = {
  readonly hooks?: { readonly [E in HookEventName]?: readonly WireHookMatcher[] }
  readonly sdkMcpServers?: readonly string[]
  readonly sdkMcpServerConfigs?: Readonly<Record<string, JsonObject>>
  readonly sdkMcpServerManifests?: Readonly<
    Record<string, { readonly initializeResult: JsonObject; readonly toolsListResult?: JsonObject }>
  >
  readonly jsonSchema?: JsonObject
  readonly systemPrompt?: string | readonly string[]
  readonly appendSystemPrompt?: string
  readonly agents?: JsonObject
  readonly title?: string
  readonly skills?: JsonValue
  readonly promptSuggestions?: boolean
  readonly agentProgressSummaries?: boolean
  readonly forwardSubagentText?: boolean
  readonly excludeDynamicSections?: boolean
  readonly toolAliases?: JsonObject
  readonly planModeInstructions?: string
  readonly supportedDialogKinds?: readonly string[]
  readonly perTaskStopAffordance?: boolean
  readonly systemPromptSnapshot?: JsonValue
  readonly plugins?: readonly JsonObject[]
}

/** May this tool run with this input? */
type CanUseToolFields = {
  readonly tool_name: string
  readonly input: JsonObject
  readonly tool_use_id: string
  readonly mcp_server?: { readonly name: string; readonly source?: string }
  readonly permission_suggestions?: readonly PermissionUpdate[]
  readonly blocked_path?: string
  readonly decision_reason?: string
  readonly decision_reason_type?:
    | 'rule'
    | 'mode'
    | 'subcommandResults'
    | 'permissionPromptTool'
    | 'hook'
    | 'asyncAgent'
    | (string & {})
  readonly title?: string
  readonly display_name?: string
  readonly description?: string
  readonly agent_id?: string
  readonly server_policy_ask_only?: boolean
}

type HookCallbackFields = {
  readonly callback_id: string
  readonly input: HookInput
  readonly tool_use_id?: string
}

/** What a hook is told; each event adds its own fields. */
export type HookInput = {
  readonly session_id: string
  readonly transcript_path: string
  readonly cwd: string
  readonly hook_event_name: HookEventName
  readonly prompt_id?: string
  readonly permission_mode?: PermissionMode
  readonly [field: string]: JsonValue | undefined
}

type ElicitationFields = {
  readonly mcp_server_name: string
  readonly message: string
  readonly mode?: 'form' | 'url'
  readonly url?: string
  readonly elicitation_id?: string
  readonly requested_schema?: JsonObject
  readonly property_order?: readonly string[]
  readonly title?: string
  readonly display_name?: string
  readonly description?: string
}

type McpCallFields = {
  readonly tool: string
  readonly arguments?: JsonObject
  readonly expires_at?: string
  readonly timeout_ms?: number
  readonly result_not_for_model?: boolean
  readonly check_permissions?: boolean
  readonly input_files?: readonly { readonly name: string; readonly lane_path: string }[]
  readonly output_files?: readonly {
    readonly name: string
    readonly lane_path: string
    readonly if_match?: string
  }[]
}

export type PresenceFields = {
  readonly origin: HumanOrigin
  readonly activity: PresenceActivity | 'gone'
  /** Which of the person's pages or programs says it; they are here as long as one of them is. */
  readonly place?: string
}
