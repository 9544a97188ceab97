import type { Message, PermissionMode, RecordEntry } from '@antiphon/core'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import type { MicrocompactPolicy } from '../compaction/microcompact.ts'
import type { PermissionPolicy, PermissionPrompt, PermissionRules } from '../permissions/permission.ts'
import type { Provider } from '../provider/provider.ts'
import type { RetryPolicy } from '../query/retry-policy.ts'
import type { CallSummarizer } from '../summaries/summarize-calls.ts'
import type { SessionServices } from '../tool/session-services.ts'
import type { Toolbox } from '../tool/toolbox.ts'
import type { EngineHooks } from './engine-hooks.ts'
import type { SessionRecorder } from './session-recorder.ts'

/** What a session is made of. */
export type QueryEngineOptions = {
  readonly provider: Provider
  readonly model: string
  readonly fallbackModel?: string
  readonly system: string
  readonly toolbox: Toolbox
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly recorder: SessionRecorder
  /** The live context of a session that goes on. */
  readonly messages?: readonly Message[]
  readonly permissions: {
    readonly mode: PermissionMode
    readonly rules: PermissionRules
    readonly additionalDirectories: readonly string[]
    readonly decide: PermissionPolicy
    /** Null where nobody can be asked. */
    readonly ask: PermissionPrompt | null
  }
  /** What the session does for its tools beside what the engine gives itself. */
  readonly services?: Partial<SessionServices>
  readonly agents?: readonly AgentDefinition[]
  readonly hooks?: EngineHooks
  /** What the model is told without being asked, collected once: project instructions, environment. */
  readonly reminders?: readonly Message[]
  /** What changed since the last request: files, prompts that wait. */
  readonly collectNews?: () => Promise<readonly Message[]>
  /** Sums up batches of calls; nobody does unless told. `createCallSummarizer` makes one. */
  readonly summarize?: CallSummarizer | null
  /** What does small jobs beside the conversation; the newest small model unless told. */
  readonly smallModel?: string
  /** When old results are cleared; null for never. */
  readonly microcompaction?: MicrocompactPolicy | null
  /** Stores a line that is no message: queue operations, titles. The session's id is the caller's to add. */
  readonly recordEntry?: (entry: RecordEntry) => Promise<unknown>
  readonly maxTurns?: number
  readonly maxOutputTokens?: number
  readonly retry?: RetryPolicy
  readonly now?: () => number
  readonly random?: () => number
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export type { EngineHooks }
