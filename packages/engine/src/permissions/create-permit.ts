import {
  type JsonObject,
  type Message,
  REJECT_MESSAGE,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE,
} from '@antiphon/core'
import type { CallToPermit, Permit } from '../query/query-context.ts'
import type {
  PermissionAnswer,
  PermissionDecision,
  PermissionPolicy,
  PermissionPrompt,
  PermissionRequest,
  PermissionState,
} from './permission.ts'

/** What hooks say before a call. */
export type BeforeCall = (call: CallToPermit) => Promise<{
  readonly permission: 'allow' | 'deny' | 'ask' | null
  readonly reason: string
  readonly updatedInput: JsonObject | null
  readonly messages: readonly Message[]
}>

export type PermitOptions = {
  readonly decide: PermissionPolicy
  readonly state: () => PermissionState
  readonly before: BeforeCall
  /** Null where nobody can be asked: then what would be asked is refused. */
  readonly ask: PermissionPrompt | null
  /** Rules that the person added with an answer. */
  readonly addRules: (rules: readonly string[]) => void
  readonly onDenied: (denial: PermissionDenial) => void
  readonly agentId?: string
}

/** A call that did not run, as a result tells of it. */
export type PermissionDenial = {
  readonly tool_name: string
  readonly tool_use_id: string
  readonly tool_input: JsonObject
}

/** Decides calls: hooks first, then rules and mode, then whoever can be asked. A rule that denies is above a hook that allows. */
export function createPermit(options: PermitOptions): (call: CallToPermit) => Promise<Permit> {
  return async call => {
    const hook = await options.before(call)
    const input = hook.updatedInput ?? call.call.input
    const request: PermissionRequest = {
      toolName: call.toolName,
      input,
      access: call.call.access,
      isReadOnly: call.call.isReadOnly,
    }
    const decision = combine(options.decide(request, options.state()), hook)
    const answer = decision.behavior === 'ask' ? await askPerson(options, call, request, decision) : decision
    if (answer.behavior === 'allow') {
      if ('addRules' in answer && answer.addRules) options.addRules(answer.addRules)
      const updated =
        ('updatedInput' in answer ? answer.updatedInput : undefined) ?? hook.updatedInput ?? undefined
      return { behavior: 'allow', messages: hook.messages, ...(updated && { updatedInput: updated }) }
    }
    options.onDenied({ tool_name: call.toolName, tool_use_id: call.toolUseId, tool_input: input })
    return {
      behavior: 'deny',
      message: toDenialText(answer, options.agentId !== undefined),
      interrupt: 'interrupt' in answer && answer.interrupt === true,
      messages: hook.messages,
    }
  }
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

async function askPerson(
  { ask, agentId }: PermitOptions,
  call: CallToPermit,
  request: PermissionRequest,
  decision: PermissionDecision & { readonly behavior: 'ask' },
): Promise<PermissionAnswer> {
  if (!ask) return { behavior: 'deny' }
  return ask({
    ...request,
    toolUseId: call.toolUseId,
    title: call.call.title,
    reason: decision.reason,
    suggestions: decision.suggestions,
    signal: call.signal,
    ...(agentId !== undefined && { agentId }),
  })
}

function toDenialText(answer: { readonly message?: string }, isSubagent: boolean): string {
  if ('reason' in answer && answer.message !== undefined) return answer.message
  if (answer.message) return `${REJECT_MESSAGE_WITH_REASON_PREFIX}${answer.message}`
  return isSubagent ? SUBAGENT_REJECT_MESSAGE : REJECT_MESSAGE
}
