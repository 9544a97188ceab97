import type { ApiTool } from '@antiphon/contract'
import type { Message } from '../message/message.ts'

/** What a context is made of. */
export type ContextUsageOptions = {
  readonly model: string
  readonly messages: readonly Message[]
  readonly systemSections: readonly { readonly name: string; readonly text: string }[]
  readonly tools: readonly ContextTool[]
  /**
   * What stands before the messages, where somebody measured it: it is taken as it is, and what the API counted beyond
   * it is the messages'.
   */
  readonly systemTokens?: number
  /** Whether that was measured on its text; else it is what others leave. */
  readonly isSystemKnown?: boolean
  /** What the model was told of them stands in the messages already; here they are listed by name. */
  readonly memoryFiles?: readonly { readonly path: string; readonly type: string; readonly text: string }[]
  /** Agents that the session defines, each with what the model is told of it; that stands in a tool already. */
  readonly agents?: readonly { readonly agentType: string; readonly source: string; readonly text: string }[]
  /** The model's own unless told. */
  readonly contextWindow?: number
  /** From how many tokens on the conversation is compacted; null for never. */
  readonly autoCompactThreshold: number | null
}

export type ContextTool = {
  readonly definition: ApiTool
  /** The MCP server that it comes from. */
  readonly serverName?: string
  /** True while it waits to be searched for, outside the window. */
  readonly isDeferred?: boolean
}
