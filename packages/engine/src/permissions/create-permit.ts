import {
  type JsonObject,
  type Message,
  type PermissionUpdate,
  REJECT_MESSAGE,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE,
} from '@antiphon/core'
import type { CallToPermit, Permit } from '../query/query-context.ts'
import type { PreparedCall } from '../tool/agent-tool.ts'
import { type AnswerForPerson, askSomebody } from './ask-somebody.ts'
import type {
  PermissionDecision,
  PermissionPolicy,
  PermissionPrompt,
  PermissionQuestion,
  PermissionRequest,
  PermissionState,
} from './permission.ts'

/** What hooks say before a call. */
export type BeforeCall = (call: Omit<CallToPermit, 'prepare'>) => Promise<{
  readonly permission: 'allow' | 'deny' | 'ask' | null
  readonly reason: string
  readonly updatedInput: JsonObject | null
  readonly messages: readonly Message[]
}>

export type PermitOptions = {
  readonly decide: PermissionPolicy
  readonly state: () => PermissionState
  readonly before: BeforeCall
  /** Hooks that answer in place of the person. */
  readonly onRequest?: AnswerForPerson | undefined
  /** Null where nobody can be asked: then what would be asked is refused. */
  readonly ask: PermissionPrompt | null
  /** Changes of the settings that came with an answer. */
  readonly update: (updates: readonly PermissionUpdate[]) => void
  readonly onDenied: (denial: PermissionDenial) => void
  readonly agentId?: string
}

/** A call that did not run, as a result tells of it. */
export type PermissionDenial = {
  readonly tool_name: string
  readonly tool_use_id: string
  readonly tool_input: JsonObject
}

/**
 * Decides calls: hooks first, then rules and mode, then whoever can be asked. A rule that denies is above a hook that
 * allows, and an input that a hook or a person changed is decided on again: what runs is what was decided on.
 */
export function createPermit(options: PermitOptions): (call: CallToPermit) => Promise<Permit> {
  return async asked => {
    const hook = await options.before(asked)
    const told = [...hook.messages]
    const refuse = (answer: Denial, input: JsonObject): Permit => {
      options.onDenied({ tool_name: asked.toolName, tool_use_id: asked.toolUseId, tool_input: input })
      const message = toDenialText(answer, options.agentId !== undefined)
      return { behavior: 'deny', message, interrupt: answer.interrupt === true, messages: told }
    }
    const call = hook.updatedInput ? await asked.prepare(hook.updatedInput) : asked.call
    if ('problem' in call) return refuse({ message: call.problem, reason: 'hook' }, asked.call.input)
    const decision = combine(options.decide(toRequest(asked, call), options.state()), hook)
    if (decision.behavior === 'allow') return { behavior: 'allow', call, messages: told }
    if (decision.behavior === 'deny') return refuse(decision, call.input)
    const somebody = { hooks: options.onRequest, person: options.ask }
    const { answer, messages } = await askSomebody(somebody, toQuestion(options, { asked, call, decision }))
    told.push(...messages)
    if (answer.behavior === 'deny') return refuse(answer, call.input)
    if (answer.updates) options.update(answer.updates)
    if (!answer.updatedInput) return { behavior: 'allow', call, messages: told }
    const changed = await asked.prepare(answer.updatedInput)
    if ('problem' in changed)
      return refuse({ message: changed.problem, reason: 'input' }, answer.updatedInput)
    const again = options.decide(toRequest(asked, changed), options.state())
    return again.behavior === 'deny'
      ? refuse(again, changed.input)
      : { behavior: 'allow', call: changed, messages: told }
  }
}

/** `reason` is there where a rule or a hook spoke, whose words are whole already. */
type Denial = { readonly message?: string; readonly reason?: string; readonly interrupt?: boolean }

function toRequest(
  { toolName }: CallToPermit,
  { input, access, isReadOnly }: PreparedCall,
): PermissionRequest {
  return { toolName, input, access, isReadOnly }
}

function combine(decision: PermissionDecision, hook: Awaited<ReturnType<BeforeCall>>): PermissionDecision {
  if (decision.behavior === 'deny' || hook.permission === null) return decision
  if (hook.permission === 'deny') return { behavior: 'deny', reason: 'hook', message: hook.reason }
  if (hook.permission === 'ask') return { behavior: 'ask', reason: hook.reason, suggestions: [] }
  // A rule that says "ask" was written by the person; a hook does not overrule it.
  return decision.behavior === 'ask' && decision.rule !== undefined
    ? decision
    : { behavior: 'allow', reason: 'hook' }
}

function toQuestion(
  { agentId }: PermitOptions,
  question: {
    readonly asked: CallToPermit
    readonly call: PreparedCall
    readonly decision: PermissionDecision & { readonly behavior: 'ask' }
  },
): PermissionQuestion {
  const { asked, call, decision } = question
  return {
    ...toRequest(asked, call),
    toolUseId: asked.toolUseId,
    title: call.title,
    reason: decision.reason,
    suggestions: decision.suggestions,
    signal: asked.signal,
    ...(agentId !== undefined && { agentId }),
  }
}

function toDenialText({ message, reason }: Denial, isSubagent: boolean): string {
  if (message !== undefined && reason !== undefined) return message
  if (message) return `${REJECT_MESSAGE_WITH_REASON_PREFIX}${message}`
  return isSubagent ? SUBAGENT_REJECT_MESSAGE : REJECT_MESSAGE
}
