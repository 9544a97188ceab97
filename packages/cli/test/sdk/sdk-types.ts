// The part of the SDK that the tests touch, in looser words than its own.

export type SdkPrompt = {
  readonly type: 'user'
  readonly message: { readonly role: 'user'; readonly content: unknown }
  readonly parent_tool_use_id: null
  readonly session_id?: string
  readonly uuid?: string
  readonly shouldQuery?: boolean
}

export type SdkOptions = Readonly<Record<string, unknown>>

/** A message of the SDK: which it is tells `type`. */
// biome-ignore lint/suspicious/noExplicitAny: what a test reads of a foreign object is checked by its expectations.
export type SdkMessage = { readonly type: string; readonly subtype?: string } & Readonly<Record<string, any>>

export type SdkQuery = AsyncGenerator<SdkMessage, void> & {
  readonly close: () => void
  readonly interrupt: () => Promise<unknown>
  readonly initializationResult: () => Promise<{ readonly pid: number } & Readonly<Record<string, unknown>>>
} & Readonly<Record<SdkMethod, (...given: readonly unknown[]) => Promise<unknown>>>

/** Every question that a query can be asked. */
export type SdkMethod =
  | 'setPermissionMode'
  | 'setMcpPermissionModeOverride'
  | 'setModel'
  | 'setMaxThinkingTokens'
  | 'applyFlagSettings'
  | 'updateSettings'
  | 'reinitialize'
  | 'supportedCommands'
  | 'supportedModels'
  | 'supportedAgents'
  | 'mcpServerStatus'
  | 'getContextUsage'
  | 'usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET'
  | 'readFile'
  | 'reloadPlugins'
  | 'reloadSkills'
  | 'reloadOutputStyles'
  | 'accountInfo'
  | 'rewindFiles'
  | 'seedReadState'
  | 'reconnectMcpServer'
  | 'toggleMcpServer'
  | 'readMcpResource'
  | 'setMcpServers'
  | 'stopTask'
  | 'backgroundTasks'
  | 'streamInput'
