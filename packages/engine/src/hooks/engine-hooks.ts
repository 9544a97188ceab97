import type { JsonObject } from '@antiphon/contract'
import type { CompactTrigger, Message } from '@antiphon/core'
import type { AnswerForPerson, BeforeCall } from '../query/create-permit.ts'
import type { AfterCall, OnStop } from '../query/query-context.ts'

/** Hooks around a session; each may be left out. */
export type EngineHooks = {
  readonly beforeCall?: BeforeCall
  readonly afterCall?: AfterCall
  readonly onStop?: OnStop
  /** Answers in place of the person who would be asked; null leaves it to the person. */
  readonly onPermissionRequest?: AnswerForPerson
  /** Looks at a prompt before it is stored: may add to it, or refuse it with a reason. */
  readonly onPrompt?: (
    prompt: string,
    signal: AbortSignal,
  ) => Promise<HookMessages & { readonly refusal: string | null }>
  /** Before the first prompt of an engine; what it says stands before that prompt. */
  readonly onSessionStart?: (start: SessionStart) => Promise<HookMessages>
  /** When an engine that was started is closed; what it says is stored last. */
  readonly onSessionEnd?: () => Promise<HookMessages>
  /** When a person is needed. Nobody waits for it. */
  readonly onNotification?: (notification: Notification, signal: AbortSignal) => Promise<HookMessages>
  /** When a call was refused, by whomever; what it says stands behind the refusal. */
  readonly onPermissionDenied?: (denial: DeniedCall, signal: AbortSignal) => Promise<HookMessages>
  /** When a turn ends because the model could not be asked. */
  readonly onStopFailure?: (failure: StopFailure, signal: AbortSignal) => Promise<HookMessages>
  /** May refuse a compaction with a reason, or tell the one who sums up what to heed. */
  readonly beforeCompaction?: (
    compaction: CompactionToCome,
  ) => Promise<HookMessages & { readonly refusal: string | null; readonly instructions: readonly string[] }>
  readonly afterCompaction?: (compaction: CompactionDone) => Promise<HookMessages>
  /** What it says stands behind the agent's prompt. */
  readonly onAgentStart?: (agent: AgentIdentity, signal: AbortSignal) => Promise<HookMessages>
  /** As `onStop`, for a subagent. */
  readonly onAgentStop?: (agent: AgentIdentity, signal: AbortSignal) => ReturnType<OnStop>
}

type HookMessages = { readonly messages: readonly Message[] }

type Notification = {
  readonly type: 'permission_prompt' | 'idle_prompt'
  readonly title: string
  readonly message: string
}

type DeniedCall = {
  readonly toolName: string
  readonly toolUseId: string
  readonly input: JsonObject
  readonly reason: string
}

/** `code` is that of the provider's error. */
type StopFailure = { readonly code: string; readonly detail: string }

type SessionStart = {
  readonly source: 'startup' | 'resume'
  readonly model: string
  readonly signal: AbortSignal
}

type CompactionToCome = {
  readonly trigger: CompactTrigger
  readonly instructions: string | null
  readonly signal: AbortSignal
}

type CompactionDone = {
  readonly trigger: CompactTrigger
  readonly summary: string
  readonly signal: AbortSignal
}

export type AgentIdentity = { readonly agentId: string; readonly agentType: string }
