export { type AgentDefinition, GENERAL_PURPOSE_AGENT } from './agents/agent-definition.ts'
export { readAgentDefinitions } from './agents/read-agent-definitions.ts'
export { type TaskEvent, type TaskInfo, type TaskUsage, toTaskWireEvents } from './agents/task-event.ts'
export { listProjectFiles } from './built-in-tools/files/list-project-files.ts'
export { type CreateToolsOptions, createTools } from './built-in-tools/index.ts'
export { createBackgroundShells } from './built-in-tools/shell/create-background-shells.ts'
export {
  type Checkpoints,
  type RewindOptions,
  type RewindResult,
  refuseRewind,
  wantsCheckpoints,
} from './checkpoints/checkpoints.ts'
export { copyBackups, toBackupFolder } from './checkpoints/copy-backups.ts'
export { createCheckpoints } from './checkpoints/create-checkpoints.ts'
export { isFileHistoryEntry } from './checkpoints/snapshot-timeline.ts'
export {
  type BuiltInName,
  COMMAND_TABLE,
  type CommandRow,
  createBuiltInCommand,
  listFaceCommands,
  toWireCommand,
} from './commands/command-table.ts'
export { type OpenCommands, openCommandLibrary } from './commands/open-command-library.ts'
export { type FileUse, permitFileUse } from './commands/run-person-call.ts'
export type { LiveConversation } from './conversation/conversation.ts'
export type { QueuedPrompt } from './conversation/prompt-queue.ts'
export { findExecutable } from './files/find-executable.ts'
export { openRegularFile, readFully } from './files/open-regular-file.ts'
export { type Git, type GitQuestion, openGit } from './git/open-git.ts'
export type { HookOutcome } from './hooks/combine-hook-runs.ts'
export { createHookRunner, type HookRunner, type HookRunOptions } from './hooks/create-hook-runner.ts'
export { type HookOutput, toHookOutput } from './hooks/hook-output.ts'
export {
  type HookCallback,
  type HookCallbackMatcher,
  type HookCallbacks,
  hookSubject,
} from './hooks/select-hooks.ts'
export { toEngineHooks } from './hooks/to-engine-hooks.ts'
export { createSampling, type OnSampling, type SamplingRequest } from './mcp/answer-sampling.ts'
export type { ElicitationAnswer, ElicitationRequest, OnElicitation } from './mcp/answer-server-requests.ts'
export { type ConnectMcpOptions, connectMcpServers } from './mcp/connect-mcp-servers.ts'
export type { HostManifest, ManifestVerdict, SendToHost } from './mcp/create-host-transport.ts'
export type { CreateTransport } from './mcp/create-transport.ts'
export type { LoginWay } from './mcp/login/create-server-login.ts'
export { toLoginKey } from './mcp/login/login-key.ts'
export { createMemoryLogins, type McpLoginStore, type StoredLogin } from './mcp/login/login-store.ts'
export type { McpOauthConfig, McpProblem, McpServerConfig, McpServerConfigs } from './mcp/mcp-config.ts'
export { createMcpInstructions } from './mcp/mcp-instructions.ts'
export type { McpResources, OfferedResource } from './mcp/mcp-resources.ts'
export { toToolOutcome as toMcpToolOutcome } from './mcp/mcp-result.ts'
export type { McpServerStatus, McpToolStatus } from './mcp/mcp-server-status.ts'
export type { AddedHostServers, McpServerState, McpServers, McpSetServersResult } from './mcp/mcp-servers.ts'
export { parseMcpServers } from './mcp/parse-mcp-servers.ts'
export { type ReadMcpConfigs, readMcpConfigs } from './mcp/read-mcp-configs.ts'
export { collectMemory, type Memory, type MemoryOptions } from './memory/collect-memory.ts'
export {
  collectSessionContext,
  createContextMessages,
  type SessionContext,
} from './memory/collect-session-context.ts'
export { addLine, findMemoryFile } from './memory/memory-place.ts'
export { createMemoryFilter } from './memory/read-memory-file.ts'
export { createReadFilter, type ReadFilter } from './permissions/create-read-filter.ts'
export { formatRule, mergePermissionRules, toRulesUpdate } from './permissions/current-permissions.ts'
export { decidePermission } from './permissions/decide-permission.ts'
export { type DescribeRuleOptions, describeRule } from './permissions/describe-rule.ts'
export { findRuleProblems, type RuleProblem, splitRules } from './permissions/parse-permission-rule.ts'
export type {
  Access,
  PermissionAnswer,
  PermissionDecision,
  PermissionPolicy,
  PermissionPrompt,
  PermissionQuestion,
  PermissionRequest,
  PermissionRules,
  PermissionState,
} from './permissions/permission.ts'
export { isToolForbidden } from './permissions/rule-set.ts'
export { waitAtMost } from './process/wait-at-most.ts'
export { toSystemPrompt } from './prompt/system-prompt.ts'
export { chooseProvider } from './provider/choose-provider.ts'
export {
  type AnthropicProviderOptions,
  createAnthropicProvider,
} from './provider/create-anthropic-provider.ts'
export { meterProvider } from './provider/meter-provider.ts'
export type { Provider, StreamOptions } from './provider/provider.ts'
export { ProviderError, type ProviderErrorCode } from './provider/provider-error.ts'
export { toProvider } from './provider/to-provider.ts'
export type { BeforeCall, DenialReason, PermissionDenial } from './query/create-permit.ts'
export { query } from './query/query.ts'
export type { AfterCall, QueryContext } from './query/query-context.ts'
export type { QueryEnd, QueryEvent } from './query/query-event.ts'
export { createRetryPolicy, type RetryPolicy } from './query/retry-policy.ts'
export { DEFAULT_THINKING, type ThinkingChoice, type ThinkingDisplay } from './query/thinking-choice.ts'
export { toResultUsage, type UsageTotals } from './query/usage-totals.ts'
export { createQueryEngine, type QueryEngine } from './query-engine.ts'
export { type CreateSandboxOptions, createSandbox } from './sandbox/create-sandbox.ts'
export { describeSandbox } from './sandbox/describe-sandbox.ts'
export { findSandboxTool } from './sandbox/find-sandbox-tool.ts'
export type { Confine, MissingTool, Sandbox, SandboxReport, SandboxTool } from './sandbox/sandbox.ts'
export { type SandboxSettings, toSandboxSettings } from './sandbox/sandbox-settings.ts'
export { nextCronTime, parseCron } from './schedule/cron-expression.ts'
export { MAX_PROMPT_UNITS, MAX_TASKS, type Schedule } from './schedule/schedule.ts'
export {
  computeNextFire,
  describeTaskTime,
  foldSchedule,
  formatMoment,
  type ScheduledTask,
  type ScheduleEntry,
  type TaskState,
  type TaskTime,
} from './schedule/scheduled-task.ts'
export type {
  Command,
  CommandBase,
  CommandLibrary,
  FaceCommand,
  LocalCall,
  LocalCommand,
  PromptCommand,
} from './session/command.ts'
export {
  type EngineHooks,
  NO_RECORDER,
  type QueryEngineOptions,
  type SessionRecorder,
} from './session/query-engine-options.ts'
export { restoreQueuedPrompts } from './session/restore-queued-prompts.ts'
export { changeSettingsFile, editSettings } from './settings/change-settings-file.ts'
export { checkSettings } from './settings/check-settings.ts'
export { isFolderTrusted } from './settings/folder-trust.ts'
export { personFolder } from './settings/person-folder.ts'
export {
  type ReadSettings,
  type ReadSettingsOptions,
  readSettings,
  settingsFile,
  settingsRoot,
} from './settings/read-settings.ts'
export { type SettingsPlace, savePermissionUpdate } from './settings/save-permission-update.ts'
export {
  type CommandHook,
  type HookMatcher,
  type HookSettings,
  type PermissionSettings,
  SETTING_SOURCES,
  type SettingSource,
  type Settings,
  type SettingsProblem,
} from './settings/settings.ts'
export { createOutputBuffer } from './shell/output-buffer.ts'
export type { TailOfOutput } from './shell/output-tail.ts'
export type { ShellEnd, ShellProcess } from './shell/start-shell.ts'
export { createSkillLibrary, type FoundSkills, skillFolders } from './skills/create-skill-library.ts'
export { listAgents } from './subagents/create-agent-runner.ts'
export { generateTitle } from './summaries/generate-title.ts'
export {
  type CallSummarizer,
  createSteadySummarizer,
  generateToolUseSummary,
} from './summaries/summarize-calls.ts'
export type { AgentTool, InputProblem, PreparedCall, ToolOutcome, ToolProgress } from './tool/agent-tool.ts'
export { createTool, type FunctionTool } from './tool/create-tool.ts'
export { deferTools } from './tool/defer-tools.ts'
export { defineTool, type ToolDefinition } from './tool/define-tool.ts'
export type { Editor, TerminalCommand } from './tool/editor.ts'
export { createFileMemory, type FileMemory, type KnownFile } from './tool/file-memory.ts'
export {
  type ServerToolOptions,
  selectServerTools,
  type WebSearchOptions,
} from './tool/select-server-tools.ts'
export type { ServerTool } from './tool/server-tool.ts'
export type {
  LoadedSkill,
  PersonSkill,
  SessionServices,
  SkillLibrary,
  SkillListing,
} from './tool/session-services.ts'
export type { ToolContext } from './tool/tool-context.ts'
export {
  isToolSearchEnabledOptimistic,
  readToolSearchSwitch,
  type ToolSearchSwitch,
} from './tool/tool-search-switch.ts'
export { createToolbox, type Toolbox } from './tool/toolbox.ts'
export type { SubmitOptions, TurnResult } from './turn/turn-result.ts'
export { type Condition, createCondition } from './waiting/condition.ts'
export { runToEnd } from './waiting/run-to-end.ts'
