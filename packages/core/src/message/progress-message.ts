import type { JsonValue } from '@antiphon/contract'
import type { AnyMessage } from './message.ts'
import { randomUUID, type UUID } from './uuid.ts'

/** What a running tool reports for the screen. It is sent to no model and stored in no log. */
export type ProgressMessage<P extends Progress = Progress> = {
  readonly type: 'progress'
  readonly data: P
  readonly toolUseID: string
  readonly parentToolUseID: string
  readonly uuid: UUID
  readonly timestamp: string
}

/** Progress of tools, of hooks, and of tools that this version does not know. */
export type Progress = ToolProgressData | HookProgress | UnknownProgress

export type ToolProgressData =
  | BashProgress
  | AgentToolProgress
  | MCPProgress
  | REPLToolProgress
  | SkillToolProgress
  | TaskOutputProgress
  | WebSearchProgress

export type BashProgress = {
  readonly type: 'bash_progress'
  readonly output: string
  readonly fullOutput: string
  readonly elapsedTimeSeconds: number
  readonly totalLines: number
  readonly totalBytes?: number
  readonly taskId?: string
  readonly timeoutMs?: number
}

export type AgentToolProgress = {
  readonly type: 'agent_progress'
  readonly prompt: string
  readonly agentId: string
  readonly message?: AnyMessage
  readonly normalizedMessages?: readonly AnyMessage[]
}

export type MCPProgress = {
  readonly type: 'mcp_progress'
  readonly status: string
  readonly serverName: string
  readonly toolName: string
  readonly elapsedTimeMs?: number
  readonly progress?: number
  readonly total?: number
  readonly progressMessage?: string
}

export type REPLToolProgress = {
  readonly type: 'repl_tool_call'
  readonly toolName: string
  readonly toolInput?: JsonValue
  readonly phase?: 'start' | 'end'
  /** The call at its start, its result at its end; virtual both. */
  readonly message?: AnyMessage
}

/** A skill that is being loaded, without a message and an agent; or what the agent says that follows it. */
export type SkillToolProgress = {
  readonly type: 'skill_progress'
  readonly prompt: string
  readonly agentId: string
  readonly skill?: string
  readonly message?: AnyMessage
}

export type TaskOutputProgress = {
  readonly type: 'waiting_for_task'
  readonly taskDescription: string
  readonly taskType: string
}

export type WebSearchProgress =
  | { readonly type: 'query_update'; readonly query: string }
  | { readonly type: 'search_results_received'; readonly resultCount: number; readonly query: string }

export type HookProgress = {
  readonly type: 'hook_progress'
  readonly hookEvent: string
  readonly hookName: string
  readonly command: string
  readonly promptText?: string
  readonly statusMessage?: string
}

/** Progress of a tool that this version does not know. */
export type UnknownProgress = { readonly type: `unknown:${string}`; readonly [field: string]: unknown }

/** Makes a progress message for the call `toolUseID`; each tool brings its own type of data. */
export function createProgressMessage<P extends Progress>(options: {
  readonly toolUseID: string
  readonly parentToolUseID: string
  readonly data: P
}): ProgressMessage<P> {
  const { toolUseID, parentToolUseID, data } = options
  return {
    type: 'progress',
    data,
    toolUseID,
    parentToolUseID,
    uuid: randomUUID(),
    timestamp: new Date().toISOString(),
  }
}
