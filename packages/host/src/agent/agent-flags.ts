import type { PermissionMode } from '@antiphon/core'
import {
  findRuleProblems,
  type SettingSource,
  type ThinkingChoice,
  type ThinkingDisplay,
} from '@antiphon/engine'
import { ProgramError } from '../program-error.ts'

/** How a person, or a program, wants the agent to be; Claude Code's flags. */
export type AgentFlags = {
  readonly model?: string | undefined
  readonly fallbackModel?: string | undefined
  readonly advisor?: string | undefined
  readonly maxTurns?: number | undefined
  readonly maxBudgetUsd?: number | undefined
  readonly taskBudget?: number | undefined
  readonly maxThinkingTokens?: number | undefined
  readonly thinking?: ThinkingChoice['type'] | undefined
  readonly thinkingDisplay?: ThinkingDisplay | undefined
  readonly permissionMode?: PermissionMode | undefined
  readonly dangerouslySkipPermissions?: true | undefined
  readonly allowDangerouslySkipPermissions?: true | undefined
  readonly trust?: true | undefined
  readonly permissionPromptTool?: string | undefined
  readonly tools?: readonly string[] | undefined
  readonly allowedTools: readonly string[]
  readonly disallowedTools: readonly string[]
  readonly addDir: readonly string[]
  readonly systemPrompt?: string | undefined
  readonly appendSystemPrompt?: string | undefined
  readonly agents?: string | undefined
  readonly settings?: string | undefined
  readonly settingSources?: readonly SettingSource[] | undefined
  readonly mcpConfig: readonly string[]
  readonly strictMcpConfig?: true | undefined
  readonly resume?: string | undefined
  readonly resumeSessionAt?: string | undefined
  readonly continue?: true | undefined
  readonly forkSession?: true | undefined
  readonly sessionId?: string | undefined
  /** Goes on with a session of the store although somebody else is writing it. */
  readonly takeOver?: true | undefined
  readonly sessionMirror?: true | undefined
  readonly sessionPersistence: boolean
  readonly bare?: true | undefined
}

/** What is wrong with rules that allow; throws for one that forbids, since nobody would notice that it does not. */
export function checkFlagRules({ allowedTools, disallowedTools }: AgentFlags): readonly string[] {
  const [wrong] = findRuleProblems({ allow: [], deny: disallowedTools, ask: [] })
  if (wrong)
    throw new ProgramError(
      'wrong-use',
      `--disallowedTools: "${wrong.rule}" forbids nothing: ${wrong.problem}.`,
    )
  return findRuleProblems({ allow: allowedTools, deny: [], ask: [] }).map(
    ({ rule, problem }) => `--allowedTools: "${rule}" allows nothing: ${problem}.`,
  )
}

/** Whether the session may be told later to ask nobody: only where its start said so. */
export function mayBypassPermissions(flags: AgentFlags): boolean {
  return (
    flags.dangerouslySkipPermissions === true ||
    flags.allowDangerouslySkipPermissions === true ||
    flags.permissionMode === 'bypassPermissions'
  )
}
