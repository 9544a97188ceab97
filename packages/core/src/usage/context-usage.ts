/** What fills a context window, in the shape in which `get_context_usage` is answered. */
export type ContextUsage = {
  readonly categories: readonly ContextCategory[]
  readonly totalTokens: number
  readonly maxTokens: number
  readonly rawMaxTokens: number
  readonly percentage: number
  readonly gridRows: readonly (readonly ContextSquare[])[]
  readonly model: string
  readonly memoryFiles: readonly { readonly path: string; readonly type: string; readonly tokens: number }[]
  readonly mcpTools: readonly {
    readonly name: string
    readonly serverName: string
    readonly tokens: number
    readonly isLoaded?: boolean
  }[]
  readonly deferredBuiltinTools: readonly {
    readonly name: string
    readonly tokens: number
    readonly isLoaded: boolean
  }[]
  readonly systemTools: readonly NamedTokens[]
  readonly systemPromptSections: readonly NamedTokens[]
  readonly agents: readonly {
    readonly agentType: string
    readonly source: string
    readonly tokens: number
  }[]
  readonly autoCompactThreshold?: number
  readonly isAutoCompactEnabled: boolean
  readonly messageBreakdown: MessageBreakdown
  /** What the API said of the last answer; null before the first and right after a compaction. */
  readonly apiUsage: {
    readonly input_tokens: number
    readonly output_tokens: number
    readonly cache_creation_input_tokens: number
    readonly cache_read_input_tokens: number
  } | null
}

export type ContextCategory = {
  readonly id: ContextCategoryId
  readonly name: string
  readonly tokens: number
  readonly color: string
  readonly kind: 'used' | 'free' | 'buffer' | 'deferred'
  /** True where its text was not at hand, and its size is what others leave. */
  readonly isEstimated?: boolean
  readonly isDeferred?: boolean
}

export type ContextCategoryId =
  | 'system_prompt'
  | 'system_tools'
  | 'mcp_tools'
  | 'mcp_tools_deferred'
  | 'system_tools_deferred'
  | 'memory_files'
  | 'messages'
  | 'autocompact_buffer'
  | 'free_space'

/** One square of the picture; a square is a share of the window. */
export type ContextSquare = {
  readonly color: string
  readonly isFilled: boolean
  readonly categoryName: string
  readonly tokens: number
  readonly percentage: number
  /** From 0 to 1. */
  readonly squareFullness: number
}

export type MessageBreakdown = {
  readonly toolCallTokens: number
  readonly toolResultTokens: number
  readonly attachmentTokens: number
  readonly assistantMessageTokens: number
  readonly userMessageTokens: number
  readonly redirectedContextTokens: number
  /** What the API counted and no message explains. */
  readonly unattributedTokens: number
  readonly toolCallsByType: readonly {
    readonly name: string
    readonly callTokens: number
    readonly resultTokens: number
  }[]
  readonly attachmentsByType: readonly NamedTokens[]
}

export type NamedTokens = { readonly name: string; readonly tokens: number }
