/** What the model may call: tools, agents, skills and MCP servers, mostly as changes against what it knew. */
export type AnyToolAttachment =
  | DeferredToolsDeltaAttachment
  | AgentListingDeltaAttachment
  | AgentMentionAttachment
  | McpInstructionsDeltaAttachment
  | SkillListingAttachment
  | SkillDiscoveryAttachment
  | DynamicSkillAttachment
  | InvokedSkillsAttachment

/** Tools whose schemas are loaded on demand. */
export type DeferredToolsDeltaAttachment = {
  readonly type: 'deferred_tools_delta'
  readonly addedNames: readonly string[]
  readonly addedLines: readonly string[]
  readonly removedNames: readonly string[]
  readonly readdedNames?: readonly string[]
  /** Known to the program, not to be named to the model. */
  readonly wireHiddenNames?: readonly string[]
  readonly pendingMcpServers?: readonly string[]
  readonly needsAuthMcpServers?: readonly string[]
  readonly failedMcpServers?: readonly string[]
}

export type AgentListingDeltaAttachment = {
  readonly type: 'agent_listing_delta'
  readonly addedTypes: readonly string[]
  readonly addedLines: readonly string[]
  readonly removedTypes: readonly string[]
  readonly builtInTypes?: readonly string[]
  readonly builtInPluginTypes?: readonly string[]
  readonly isInitial: boolean
  readonly showConcurrencyNote?: boolean
}

export type AgentMentionAttachment = { readonly type: 'agent_mention'; readonly agentType: string }

export type McpInstructionsDeltaAttachment = {
  readonly type: 'mcp_instructions_delta'
  readonly addedNames: readonly string[]
  readonly addedBlocks: readonly string[]
  readonly removedNames: readonly string[]
}

export type SkillListingAttachment = {
  readonly type: 'skill_listing'
  readonly content: string
  readonly skillCount: number
  readonly isInitial: boolean
  readonly names?: readonly string[]
  readonly digests?: readonly string[]
}

/** Skills that a search found for the task at hand. */
export type SkillDiscoveryAttachment = {
  readonly type: 'skill_discovery'
  readonly skills: readonly {
    readonly name: string
    readonly description: string
    readonly shortId?: string
  }[]
  readonly signal?: string
  readonly source?: string
}

/** Skills of a folder that was touched; a skill listing announces them to the model. */
export type DynamicSkillAttachment = {
  readonly type: 'dynamic_skill'
  readonly skillDir: string
  readonly skillNames: readonly string[]
  readonly displayPath?: string
}

/** Skills that were in use when the conversation was compacted. */
export type InvokedSkillsAttachment = {
  readonly type: 'invoked_skills'
  readonly skills: readonly { readonly name: string; readonly path: string; readonly content: string }[]
}
