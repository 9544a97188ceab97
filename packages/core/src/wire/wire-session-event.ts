import type { JsonObject } from '@antiphon/contract'
import type { PermissionMode } from '../message/permission-mode.ts'
import type { CompactTrigger } from '../message/system-message.ts'
import type { UUID } from '../message/uuid.ts'
import type { WireSystem } from './wire-base.ts'

/** What the session is, what state it is in, and what it stored. */
export type WireSessionEvent =
  | WireInitEvent
  | WireStatusEvent
  | WireSessionStateChangedEvent
  | WireCompactBoundaryEvent
  | WireWorkerShuttingDownEvent
  | WireCommandsChangedEvent
  | WirePluginInstallEvent
  | WireFilesPersistedEvent
  | WireMemoryRecallEvent
  | WireMirrorErrorEvent
  | WireSessionWritesLostEvent

/** Opens every turn: the model, the tools and the place. */
export type WireInitEvent = WireSystem<'init'> & {
  readonly apiKeySource: string
  readonly claude_code_version: string
  readonly cwd: string
  readonly tools: readonly string[]
  readonly mcp_servers: readonly {
    readonly name: string
    readonly status: string
    readonly source?: string
  }[]
  readonly model: string
  readonly permissionMode: PermissionMode
  readonly slash_commands: readonly string[]
  readonly output_style: string
  readonly skills: readonly string[]
  readonly plugins: readonly {
    readonly name: string
    readonly path: string
    readonly version?: string
    readonly source?: string
  }[]
  readonly agents?: readonly string[]
  readonly betas?: readonly string[]
  readonly terminal_slash_commands?: readonly string[]
  readonly plugin_errors?: readonly JsonObject[]
  readonly fast_mode_state?: string
  readonly fast_mode_disabled_reason?: string
  readonly effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null
  readonly view_mode?: 'focus' | 'default'
  readonly capabilities?: readonly string[]
  readonly memory_paths?: JsonObject
  readonly original_cwd?: string
  readonly additional_directories?: readonly string[]
  readonly messaging_socket_path?: string
  readonly analytics_disabled?: boolean
  readonly product_feedback_disabled?: boolean
  readonly per_turn_effort_active?: boolean
  readonly ultrathink_available?: boolean
  readonly ultrathink_typed_raises?: boolean
}

export type WireStatusEvent = WireSystem<'status'> & {
  readonly status: 'compacting' | 'requesting' | (string & {}) | null
  readonly permissionMode?: PermissionMode
  readonly compact_result?: 'success' | 'failed'
  readonly compact_error?: string
}

/** A host keeps its input open from `running` until `idle`. */
export type WireSessionStateChangedEvent = WireSystem<'session_state_changed'> & {
  readonly state: 'idle' | 'running' | 'requires_action'
  readonly sdk_host_only?: boolean
}

/** The model's context begins anew here. */
export type WireCompactBoundaryEvent = WireSystem<'compact_boundary'> & {
  readonly compact_metadata: {
    readonly trigger: CompactTrigger
    readonly pre_tokens: number
    readonly post_tokens?: number
    readonly duration_ms?: number
    readonly preserved_segment?: {
      readonly head_uuid: UUID
      readonly anchor_uuid: UUID
      readonly tail_uuid: UUID
    }
  }
}

export type WireWorkerShuttingDownEvent = WireSystem<'worker_shutting_down'> & { readonly reason: string }

export type WireCommandsChangedEvent = WireSystem<'commands_changed'> & {
  readonly commands: readonly WireSlashCommand[]
}

/** Something that a person can call by a slash; all behind `builtin` is ours. */
export type WireSlashCommand = {
  readonly name: string
  readonly description: string
  readonly argumentHint: string
  readonly aliases?: readonly string[]
  readonly builtin?: boolean
  /** Answered by the program, a prompt written beforehand, or done by the face that shows the conversation. */
  readonly kind?: 'local' | 'prompt' | 'face'
  /** Whose it is. */
  readonly source?: CommandSource
  /** The same words in Chinese, where there are some. */
  readonly chinese?: CommandWords
}

export type CommandSource = 'built-in' | 'host' | 'user' | 'project' | 'skill' | 'mcp'

/** What is told of a command beside its name. */
export type CommandWords = { readonly description: string; readonly argumentHint: string }

export type WirePluginInstallEvent = WireSystem<'plugin_install'> & {
  readonly status: 'started' | 'installed' | 'failed' | 'completed'
  readonly name?: string
  readonly error?: string
}

export type WireFilesPersistedEvent = WireSystem<'files_persisted'> & {
  readonly files: readonly { readonly filename: string; readonly file_id: string }[]
  readonly failed: readonly { readonly filename: string; readonly error: string }[]
  readonly processed_at: string
}

export type WireMemoryRecallEvent = WireSystem<'memory_recall'> & {
  readonly mode: 'select' | 'synthesize'
  readonly memories: readonly {
    readonly path: string
    readonly scope: 'personal' | 'team' | 'organization'
    readonly content?: string
  }[]
}

export type WireMirrorErrorEvent = WireSystem<'mirror_error'> & {
  readonly error: string
  readonly key: { readonly projectKey: string; readonly sessionId: string; readonly subpath?: string }
}

/** The disk was full: what is lost is gone. */
export type WireSessionWritesLostEvent = WireSystem<'session_writes_lost'> & {
  readonly error_code: 'ENOSPC' | 'EDQUOT'
  readonly lost: readonly ('transcript' | 'global_config')[]
  readonly transcript_session_ids?: readonly string[]
}
