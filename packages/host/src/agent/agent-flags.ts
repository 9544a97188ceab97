import type { PermissionMode } from '@antiphon/core'
import type { SettingSource, ThinkingChoice, ThinkingDisplay } from '@antiphon/engine'

/** How a person, or a program, wants the agent to be; Claude Code's flags. */
export type AgentFlags = {
  readonly model?: string
  readonly fallbackModel?: string
  readonly advisor?: string
  readonly maxTurns?: number
  readonly maxBudgetUsd?: number
  readonly taskBudget?: number
  readonly maxThinkingTokens?: number
  readonly thinking?: ThinkingChoice['type']
  readonly thinkingDisplay?: ThinkingDisplay
  readonly permissionMode?: PermissionMode
  readonly dangerouslySkipPermissions?: true
  readonly allowDangerouslySkipPermissions?: true
  readonly trust?: true
  readonly permissionPromptTool?: string
  readonly tools?: readonly string[]
  readonly allowedTools: readonly string[]
  readonly disallowedTools: readonly string[]
  readonly addDir: readonly string[]
  readonly systemPrompt?: string
  readonly appendSystemPrompt?: string
  readonly agents?: string
  readonly settings?: string
  readonly settingSources?: readonly SettingSource[]
  readonly mcpConfig: readonly string[]
  readonly strictMcpConfig?: true
  readonly resume?: string
  readonly resumeSessionAt?: string
  readonly continue?: true
  readonly forkSession?: true
  readonly sessionId?: string
  readonly sessionMirror?: true
  readonly sessionPersistence: boolean
  readonly bare?: true
}
