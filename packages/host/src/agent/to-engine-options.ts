import type { PermissionMode } from '@antiphon/core'
import {
  type CallSummarizer,
  createBackgroundShells,
  createContextMessages,
  createHookRunner,
  createRetryPolicy,
  createSandbox,
  createSteadySummarizer,
  decidePermission,
  type EngineHooks,
  isToolSearchEnabledOptimistic,
  personFolder,
  type QueryEngineOptions,
  readToolSearchSwitch,
  type SessionContext,
  toEngineHooks,
  toSystemPrompt,
} from '@antiphon/engine'
import { createToolPermissionPrompt } from './ask-by-tool.ts'
import { mayBypassPermissions } from './may-bypass-permissions.ts'
import type { AgentParts } from './open-agent.ts'
import { readMaxRetries } from './read-max-retries.ts'
import { readSmallModel, readSummaryChoice } from './read-small-model.ts'
import { rememberAnswer } from './remember-answer.ts'
import { toThinkingChoice } from './to-thinking-choice.ts'

/** What the engine of an agent is told beside its tools. */
export function toEngineOptions(
  parts: AgentParts,
  context: SessionContext,
  mode: () => PermissionMode,
): Omit<QueryEngineOptions, 'toolbox' | 'permissions'> {
  const { flags, host, cwd, home, env, provider, model, recording } = parts
  return {
    ...{ provider, model, cwd, home, env },
    ...(flags.fallbackModel !== undefined && { fallbackModel: flags.fallbackModel }),
    ...(flags.maxTurns !== undefined && { maxTurns: flags.maxTurns }),
    budget: {
      ...(flags.maxBudgetUsd !== undefined && { usd: flags.maxBudgetUsd }),
      ...(flags.taskBudget !== undefined && { turnTokens: flags.taskBudget }),
      spending: parts.spending,
    },
    toolSearch: isToolSearchEnabledOptimistic(readToolSearchSwitch(env, provider.platform)),
    thinking: toThinkingChoice(flags, env),
    smallModel: readSmallModel(env),
    summarize: toSummarizer(parts),
    retry: createRetryPolicy(readMaxRetries(env)),
    system: toSystemPrompt({
      ...(flags.systemPrompt !== undefined && { replaceBy: flags.systemPrompt }),
      ...(flags.appendSystemPrompt !== undefined && { append: flags.appendSystemPrompt }),
      ...host.systemPrompt,
    }),
    agents: parts.agents,
    agentsInBackground: env.CLAUDE_CODE_AGENTS_IN_BACKGROUND === '1',
    ...(recording.agentFile && { agentOutputFile: recording.agentFile }),
    onTask: event => host.onTask?.(event, recording.sessionId),
    onDenied: (denial, why) => host.onDenied?.(denial, why, recording.sessionId),
    recorder: recording.recorder,
    recordEntry: recording.recordEntry,
    ...(recording.messages && { messages: recording.messages }),
    queuedPrompts: parts.waitingPrompts,
    services: {
      shells: createBackgroundShells({ env }),
      sandbox: createSandbox({
        settings: parts.settings.sandbox,
        env,
        personFolder: personFolder({ home, env }),
      }),
      skills: parts.skills,
      checkpoints: parts.checkpoints,
      schedule: parts.schedule,
      planFile: parts.planFile,
      questions: host.questions ?? null,
    },
    hooks: toHooks(parts, mode),
    commands: parts.commands,
    ...(host.commands && { hostCommands: host.commands }),
    reminders: createContextMessages(context),
    memoryPaths: context.memoryPaths,
    mcpServers: () => parts.servers.servers.servers,
  }
}

/** Asked of the metered provider: what a summary costs is part of what the session costs. */
function toSummarizer({ env, provider }: AgentParts): CallSummarizer | null {
  const choice = readSummaryChoice(env)
  if (choice === 'off') return null
  const model = readSmallModel(env)
  return createSteadySummarizer(choice === 'rules' ? null : { provider, ...(model !== null && { model }) })
}

function toHooks(parts: AgentParts, mode: () => PermissionMode): EngineHooks {
  const { host, cwd, env, settings, recording } = parts
  const runner = createHookRunner({
    hooks: settings.disableAllHooks ? {} : settings.hooks,
    ...(host.hooks && { callbacks: host.hooks }),
    ...{ cwd, env },
    sessionId: recording.sessionId,
    transcriptPath: recording.path,
  })
  return toEngineHooks(runner, mode)
}

/** What the agent may do, by flags before settings. */
export function toPermissions(parts: AgentParts): QueryEngineOptions['permissions'] {
  const { flags, settings, additionalDirectories, servers, host, io, cwd, home, env } = parts
  const tool = flags.permissionPromptTool
  return {
    mode: flags.dangerouslySkipPermissions
      ? 'bypassPermissions'
      : (flags.permissionMode ?? settings.permissions.defaultMode ?? 'default'),
    rules: {
      allow: [...settings.permissions.allow, ...flags.allowedTools],
      deny: [...settings.permissions.deny, ...flags.disallowedTools],
      ask: settings.permissions.ask,
    },
    additionalDirectories,
    decide: decidePermission,
    ask: tool?.startsWith('mcp__') ? createToolPermissionPrompt(servers.servers, tool) : host.ask,
    remember: answer =>
      rememberAnswer(answer, {
        place: { cwd, home, env },
        mayBypass: mayBypassPermissions(flags),
        onProblem: problem => void io.stderr.write(`antiphon: ${problem}\n`),
      }),
  }
}
