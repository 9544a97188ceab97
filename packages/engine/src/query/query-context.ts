import type { JsonObject } from '@antiphon/contract'
import type { Message, UUID } from '@antiphon/core'
import type { LiveConversation } from '../conversation/conversation.ts'
import type { SessionBudget } from '../conversation/session-budget.ts'
import type { Provider } from '../provider/provider.ts'
import type { InputProblem, PreparedCall } from '../tool/agent-tool.ts'
import type { Box } from '../tool/box.ts'
import type { ToolContext } from '../tool/tool-context.ts'
import type { Toolbox } from '../tool/toolbox.ts'
import type { TurnModels } from './fall-back.ts'
import type { RetryPolicy } from './retry-policy.ts'
import type { ThinkingChoice } from './thinking-choice.ts'

/** Everything that a loop works with; each part can be replaced in a test. */
export type QueryContext = {
  readonly conversation: LiveConversation
  readonly provider: Provider
  readonly models: TurnModels
  /** The system prompt; it must not change within a session. */
  readonly system: string
  readonly toolbox: Toolbox
  readonly maxTurns: number
  readonly maxOutputTokens?: number
  /** Asked before each request whether there may be one, and what the model should know of it. */
  readonly budget: Pick<SessionBudget, 'findEnd' | 'takeNudges'>
  /** As each model does by itself unless told. */
  readonly thinking?: ThinkingChoice
  readonly retry: RetryPolicy
  /** Once the API has refused thinking that was made for another past, it is told to drop it, for the rest of the session. */
  readonly bindingBetas: Box<readonly string[]>
  /** Stores messages behind the one named; resolves when they are safe. The model's own words need not be waited for. */
  readonly record: (messages: readonly Message[], after: UUID | undefined) => Promise<unknown>
  /** Resolves when all that was recorded is safe, the model's own words as well. */
  readonly flush: () => Promise<void>
  /** Decides a call: hooks, rules, mode, a person. */
  readonly permit: (call: CallToPermit) => Promise<Permit>
  readonly toolContext: (toolUseId: string) => ToolContext
  /** Each looks at a call that was answered, in this order. */
  readonly afterCall: readonly AfterCall[]
  readonly onStop: OnStop
  /** Makes room when the context is full; false where it cannot. */
  readonly compact: (
    trigger: 'auto' | 'overflow',
    signal: AbortSignal,
  ) => AsyncGenerator<Message, boolean, undefined>
  /** True when the next request might not fit. */
  readonly isFull: () => boolean
  /** Boundaries that make earlier messages shorter for the model: old results, messages that it dropped. */
  readonly collectEdits: () => readonly Message[]
  /** What has to be told to the model beside results: files that changed, reminders, prompts that wait. */
  readonly collectNews: () => Promise<readonly Message[]>
  /** Sums up a batch of calls for people; null where nobody wants it. */
  readonly summarize: ((batch: readonly Message[], signal: AbortSignal) => Promise<string | null>) | null
  readonly signal: AbortSignal
  /** Stops this loop and nothing beside it: who refuses a call may want that. */
  readonly interrupt: () => void
  readonly now: () => number
  readonly random: () => number
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export type CallToPermit = {
  readonly toolName: string
  readonly toolUseId: string
  readonly call: PreparedCall
  /** The same call with another input, to be decided on anew. */
  readonly prepare: (input: JsonObject) => Promise<PreparedCall | InputProblem>
  readonly signal: AbortSignal
}

/** What was decided. `message` is what the model reads of a refusal. */
export type Permit =
  /** What may run is what was decided on: the call, perhaps with another input. */
  | { readonly behavior: 'allow'; readonly call: PreparedCall; readonly messages: readonly Message[] }
  | {
      readonly behavior: 'deny'
      /** What the model reads. */
      readonly message: string
      /** Why, in few words, where it was neither a person nor a hook who said no. */
      readonly reason?: string | undefined
      readonly interrupt: boolean
      /** Why a hook ends the turn here; null where it goes on. */
      readonly stop: string | null
      readonly messages: readonly Message[]
    }

/** Gives messages to add behind the result of a call, and perhaps why the turn ends here. */
export type AfterCall = (call: AnsweredCall) => Promise<{
  readonly messages: readonly Message[]
  readonly stop?: string | null
}>

export type AnsweredCall = {
  readonly toolName: string
  readonly toolUseId: string
  readonly input: JsonObject
  readonly output: unknown
  readonly isError: boolean
  readonly signal: AbortSignal
}

/** When the model stops: messages to add, and whether it has to go on. */
export type OnStop = (signal: AbortSignal) => Promise<{
  readonly messages: readonly Message[]
  readonly goOn: boolean
  readonly stop: string | null
}>
