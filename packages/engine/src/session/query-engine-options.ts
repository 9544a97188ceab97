import type { AnyMessage, MemoryFile, Message, PermissionMode, RecordEntry, UUID } from '@antiphon/core'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import type { TaskEvent } from '../agents/task-event.ts'
import type { MicrocompactPolicy } from '../compaction/microcompact.ts'
import type { QueuedPrompt } from '../conversation/prompt-queue.ts'
import type { BudgetOptions } from '../conversation/session-budget.ts'
import type { EngineHooks } from '../hooks/engine-hooks.ts'
import type { McpPrompt } from '../mcp/create-mcp-prompts.ts'
import type { McpResources } from '../mcp/mcp-resources.ts'
import type { McpServerState } from '../mcp/mcp-servers.ts'
import type {
  PermissionAnswer,
  PermissionPolicy,
  PermissionPrompt,
  PermissionRules,
} from '../permissions/permission.ts'
import type { Provider } from '../provider/provider.ts'
import type { DenialReason, PermissionDenial } from '../query/create-permit.ts'
import type { RetryPolicy } from '../query/retry-policy.ts'
import type { ThinkingChoice } from '../query/thinking-choice.ts'
import type { CallSummarizer } from '../summaries/summarize-calls.ts'
import type { SessionServices } from '../tool/session-services.ts'
import type { Toolbox } from '../tool/toolbox.ts'
import type { CommandLibrary, LocalCommand } from './command.ts'

/** What a session is made of. */
export type QueryEngineOptions = {
  readonly provider: Provider
  readonly model: string
  readonly fallbackModel?: string | undefined
  readonly system: string
  readonly toolbox: Toolbox
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly recorder: SessionRecorder
  /** The live context of a session that goes on. */
  readonly messages?: readonly Message[] | undefined
  /** Prompts that waited when it ended; `restoreQueuedPrompts` finds them in its log. */
  readonly queuedPrompts?: readonly QueuedPrompt[]
  readonly permissions: {
    readonly mode: PermissionMode
    readonly rules: PermissionRules
    readonly additionalDirectories: readonly string[]
    readonly decide: PermissionPolicy
    /** Null where nobody can be asked. */
    readonly ask: PermissionPrompt | null
    /** Keeps what was allowed for good; gives what of the answer holds. */
    readonly remember?: (answer: PermissionAnswer) => Promise<PermissionAnswer>
  }
  /** What the session does for its tools beside what the engine gives itself. */
  readonly services?: Partial<SessionServices>
  readonly agents?: readonly AgentDefinition[]
  /** Whether agents outlive their calls where a call does not say; false unless told. */
  readonly agentsInBackground?: boolean
  /** The file where an agent's log is kept, for whoever wants to look at it. */
  readonly agentOutputFile?: ((agentId: string) => string) | undefined
  /** Hears what subagents do; for those in the background this is the only way. */
  readonly onTask?: (event: TaskEvent) => void
  /** Hears of each call that was refused, and why, as it happens. */
  readonly onDenied?: (denial: PermissionDenial, why: DenialReason) => void
  readonly hooks?: EngineHooks
  /** What is stored first of all when the first prompt comes: who answers, and where. */
  readonly opening?: () => readonly Message[]
  /** Commands that are written in files. */
  readonly commands?: CommandLibrary
  /** Commands that the host answers. */
  readonly hostCommands?: readonly LocalCommand[] | undefined
  /** What the model is told without being asked, collected once: project instructions, environment. */
  readonly reminders?: readonly Message[]
  /** The files whose instructions the reminders tell. */
  readonly memoryPaths?: readonly string[]
  /** The instructions as they are now: what changed since the model was told is told with the next prompt. */
  readonly readMemory?: () => Promise<readonly MemoryFile[]>
  /** The servers as they are now; what they want the model to know is told once. */
  readonly mcpServers?: () => readonly Pick<McpServerState, 'name' | 'instructions'>[]
  /** Prompts that servers offer to people now. */
  readonly mcpPrompts?: () => readonly McpPrompt[]
  /** What servers offer for reading: a person names it by `@server:uri`. */
  readonly mcpResources?: Pick<McpResources, 'attach'>
  /** Sums up batches of calls; nobody does unless told. `createSteadySummarizer` makes one. */
  readonly summarize?: CallSummarizer | null
  /** What does small jobs beside the conversation; the newest small model unless told, null for rules instead. */
  readonly smallModel?: string | null
  /** When old results are cleared; null for never. */
  readonly microcompaction?: MicrocompactPolicy | null
  /** Stores a line that is no message: queue operations, titles. The session's id is the caller's to add. */
  readonly recordEntry?: (entry: RecordEntry) => Promise<unknown>
  /** Whether references to deferred tools may be sent; true unless told. */
  readonly toolSearch?: boolean
  readonly maxTurns?: number
  /** What may be spent; without it nothing is limited. */
  readonly budget?: BudgetOptions
  readonly maxOutputTokens?: number
  /** How much the models think at first; each as it does by itself unless told. */
  readonly thinking?: ThinkingChoice
  readonly retry?: RetryPolicy
  readonly now?: () => number
  readonly random?: () => number
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export type { EngineHooks }

/** Where a session is stored, as far as the engine knows; the recorder of `@antiphon/transcript` is one. */
export interface SessionRecorder {
  /** Stores what is new of a conversation, or of a subagent's; `after` is where its first message hangs. */
  record(recording: {
    readonly messages: readonly AnyMessage[]
    readonly after?: UUID | undefined
    readonly agentId?: string
  }): Promise<UUID | null>
  /** Resolves when everything is durable. */
  flush(): Promise<void>
}

/** For sessions that shall leave no trace. */
export const NO_RECORDER: SessionRecorder = { record: async () => null, flush: async () => {} }
