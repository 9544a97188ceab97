import type { MemoryFile, PermissionMode } from '@antiphon/core'
import {
  type CallSummarizer,
  collectMemory,
  collectSessionContext,
  createBackgroundShells,
  createContextMessages,
  createHookRunner,
  createMemoryFilter,
  createRetryPolicy,
  createSandbox,
  createSteadySummarizer,
  decidePermission,
  isToolSearchEnabledOptimistic,
  type MemoryOptions,
  personFolder,
  type QueryEngineOptions,
  readToolSearchSwitch,
  type SessionContext,
  toEngineHooks,
  toSystemPrompt,
} from '@antiphon/engine'
import { mayBypassPermissions } from './agent-flags.ts'
import { createToolPermissionPrompt } from './ask-by-tool.ts'
import type { AgentParts } from './open-agent.ts'
import { readMaxRetries, readSmallModel, readSummaryChoice, toThinkingChoice } from './read-environment.ts'
import { rememberAnswer } from './remember-answer.ts'

/** What the engine of an agent is told beside its tools. */
export function toEngineOptions(
  parts: AgentParts,
  context: SessionContext,
  mode: () => PermissionMode,
): Omit<QueryEngineOptions, 'toolbox'> {
  const { flags, settings, cwd, home, env, provider, model, sessionId } = parts
  const { agents, commands, hostCommands, recording } = parts
  const { recorder, recordEntry, agentOutputFile, messages } = recording
  return {
    ...{ provider, model, cwd, home, env, agents, commands, hostCommands },
    ...{ recorder, recordEntry, agentOutputFile, messages },
    queuedPrompts: parts.waitingPrompts,
    fallbackModel: flags.fallbackModel,
    maxTurns: flags.maxTurns ?? Number.POSITIVE_INFINITY,
    budget: { usd: flags.maxBudgetUsd, turnTokens: flags.taskBudget, spending: parts.spending },
    permissions: toPermissions(parts),
    toolSearch: isToolSearchEnabledOptimistic(readToolSearchSwitch(env, provider.platform)),
    thinking: toThinkingChoice(flags, env),
    smallModel: readSmallModel(env),
    summarize: toSummarizer(parts),
    retry: createRetryPolicy(readMaxRetries(env)),
    system: toSystemPrompt({
      ...(flags.systemPrompt !== undefined && { replaceBy: flags.systemPrompt }),
      ...(flags.appendSystemPrompt !== undefined && { append: flags.appendSystemPrompt }),
      ...parts.systemPrompt,
    }),
    agentsInBackground: env.CLAUDE_CODE_AGENTS_IN_BACKGROUND === '1',
    onTask: event => parts.onTask?.(event, sessionId),
    onDenied: (denial, why) => parts.onDenied?.(denial, why, sessionId),
    services: {
      shells: createBackgroundShells({ env }),
      sandbox: createSandbox({ settings: settings.sandbox, env, personFolder: personFolder({ home, env }) }),
      skills: parts.skills,
      checkpoints: parts.checkpoints,
      schedule: parts.schedule,
      planFile: parts.planFile,
      questions: parts.questions ?? null,
      editor: parts.editor ?? null,
    },
    hooks: toEngineHooks(
      createHookRunner({
        hooks: settings.disableAllHooks ? {} : settings.hooks,
        ...(parts.hooks && { callbacks: parts.hooks }),
        ...{ cwd, env, sessionId },
        transcriptPath: recording.path,
      }),
      mode,
    ),
    reminders: createContextMessages(context),
    memoryPaths: context.memoryPaths,
    readMemory: () => readAgentMemory(parts),
    mcpServers: () => parts.servers.servers.servers,
    mcpPrompts: () => parts.servers.servers.prompts,
    mcpResources: parts.servers.servers.resources,
  }
}

/** Asked of the metered provider: what a summary costs is part of what the session costs. */
function toSummarizer({ env, provider }: AgentParts): CallSummarizer | null {
  const choice = readSummaryChoice(env)
  if (choice === 'off') return null
  const model = readSmallModel(env)
  return createSteadySummarizer(choice === 'rules' ? null : { provider, ...(model !== null && { model }) })
}

/** What the agent may do, by flags before settings. */
export function toPermissions(parts: AgentParts): QueryEngineOptions['permissions'] {
  const { flags, settings, additionalDirectories, servers, io, cwd, home, env } = parts
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
    ask: tool?.startsWith('mcp__') ? createToolPermissionPrompt(servers.servers, tool) : parts.ask,
    remember: answer =>
      rememberAnswer(answer, {
        place: { cwd, home, env },
        mayBypass: mayBypassPermissions(flags),
        onProblem: problem => void io.stderr.write(`antiphon: ${problem}\n`),
      }),
  }
}

/** What an agent is told without being asked, as far as rules let it read that. */
export function collectAgentContext(parts: AgentParts): Promise<SessionContext> {
  const { model, additionalDirectories } = parts
  return collectSessionContext({
    ...toMemoryOptions(parts),
    ...{ model, additionalDirectories },
    now: () => new Date(),
  })
}

/** The instructions among it, as they are now. */
async function readAgentMemory(parts: AgentParts): Promise<readonly MemoryFile[]> {
  return (await collectMemory(toMemoryOptions(parts))).files
}

function toMemoryOptions(parts: AgentParts): MemoryOptions {
  const { flags, cwd, home, env } = parts
  return {
    ...{ cwd, home, env },
    ...(flags.settingSources && { sources: flags.settingSources }),
    mayRead: createMemoryFilter({ ...toPermissions(parts), cwd, home }),
  }
}
