import {
  buildYoloRejectionMessage,
  CANCEL_MESSAGE,
  createSystemMessage,
  type JsonObject,
  type Message,
  type PermissionUpdate,
  REJECT_MESSAGE,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE,
} from '@antiphon/core'
import type { CallToPermit, Permit } from '../query/query-context.ts'
import type { PreparedCall } from '../tool/agent-tool.ts'
import { AUTO_MODE_REASON } from './apply-mode.ts'
import { type AnswerForPerson, askPerson, askSomebody } from './ask-somebody.ts'
import type { Classifier } from './auto-mode/classifier.ts'
import type {
  DenialSource,
  PermissionAnswer,
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
  /** Why the turn ends here: then the call does not run either. */
  readonly stop?: string | null
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
  readonly onDenied: (denial: PermissionDenial, why: DenialReason) => void
  /** Judges what the automatic mode leaves open; where there is none it is asked about. */
  readonly classify?: Classifier | undefined
  readonly agentId?: string
}

/** A call that did not run, as a result tells of it. */
export type PermissionDenial = {
  readonly tool_name: string
  readonly tool_use_id: string
  readonly tool_input: JsonObject
}

/** Why it did not run; `by` is absent where a person said no. */
export type DenialReason = {
  readonly message: string
  readonly reason?: string
  readonly by?: DenialSource
  readonly agentId?: string
}

/**
 * Decides calls: hooks first, then rules and mode, then the automatic mode's classifier, then whoever can be asked. A rule that denies or asks is above a hook
 * that allows, also where it only may apply; an input that a hook or a person changed is decided on again: what runs is
 * what was decided on.
 */
export function createPermit(options: PermitOptions): (call: CallToPermit) => Promise<Permit> {
  return async asked => {
    const hook = await options.before(asked)
    const told = [...hook.messages]
    const refuse: Refuse = (answer, input, stop = null) => {
      const message = toDenialText(answer, options.agentId !== undefined)
      options.onDenied(
        { tool_name: asked.toolName, tool_use_id: asked.toolUseId, tool_input: input },
        toDenialReason(answer, message, options.agentId),
      )
      const interrupt = answer.interrupt === true
      return { behavior: 'deny', message, ...toReason(answer), interrupt, stop, messages: told }
    }
    if (hook.stop)
      return refuse({ message: hook.stop, reason: 'hook', by: 'hook' }, asked.call.input, hook.stop)
    const call = hook.updatedInput ? await asked.prepare(hook.updatedInput) : asked.call
    if ('problem' in call)
      return refuse({ message: call.problem, reason: 'hook', by: 'hook' }, asked.call.input)
    const decision = combine(options.decide(toRequest(asked, call), options.state()), hook)
    if (decision.behavior === 'allow') return { behavior: 'allow', call, messages: told }
    if (decision.behavior === 'deny') return refuse(decision, call.input)
    const open = { options, asked, call, decision, told, refuse }
    const judged = await judge(open)
    return judged.behavior === 'ask' ? resolveQuestion({ ...open, decision: judged }) : judged
  }
}

/** What the classifier makes of a question that it may answer; a question where it is left to others. */
async function judge(open: Open): Promise<Permit | Question> {
  const { options, asked, call, decision, told, refuse } = open
  if (decision.mayBeJudged !== true || !options.classify) return decision
  const { behavior, reason } = await options.classify(toQuestion(open))
  // Who interrupted takes the question back: nobody else is asked, and nobody has refused.
  if (asked.signal.aborted) return CALLED_OFF
  told.push(createSystemMessage(`${VERDICTS[behavior]}: ${reason}`, 'info', asked.toolUseId))
  if (behavior === 'deny')
    return refuse({ message: buildYoloRejectionMessage(reason), reason, by: 'classifier' }, call.input)
  if (behavior === 'unsure')
    return { ...decision, reason: `${reason}, and ${decision.reason.replace(`${AUTO_MODE_REASON}: `, '')}` }
  // Rules and mode may have changed while it thought.
  const again = options.decide(toRequest(asked, call), options.state())
  if (again.behavior === 'deny') return refuse(again, call.input)
  return again.behavior === 'ask' && again.mayBeJudged !== true
    ? again
    : { behavior: 'allow', call, messages: told }
}

const CALLED_OFF: Permit = {
  behavior: 'deny',
  message: CANCEL_MESSAGE,
  interrupt: false,
  stop: null,
  messages: [],
}

/** What the log says of a verdict, beside the call; the model reads only a refusal. */
const VERDICTS = {
  allow: 'The automatic mode allowed this call',
  deny: 'The automatic mode refused this call',
  unsure: 'The automatic mode could not decide on this call',
} as const

type Refuse = (answer: Denial, input: JsonObject, stop?: string | null) => Permit

type Open = {
  readonly options: PermitOptions
  readonly asked: CallToPermit
  readonly call: PreparedCall
  readonly decision: Question
  /** What is told to the model beside the result; hooks add to it. */
  readonly told: Message[]
  readonly refuse: Refuse
}

type Question = PermissionDecision & { readonly behavior: 'ask' }

/** Asks the hooks and the person. What a hook made of the input goes to the person where no hook may allow it. */
async function resolveQuestion(open: Open): Promise<Permit> {
  const { options, asked, call, decision, told, refuse } = open
  const somebody = { hooks: options.onRequest, person: options.ask }
  const said = await askSomebody(somebody, toQuestion(open), needsPerson(decision))
  told.push(...said.messages, ...(said.answer.messages ?? []))
  if (said.answer.behavior === 'deny') return refuse(said.answer, call.input, said.stop)
  const settled = await settle(open, said.answer)
  if (settled.behavior === 'deny' || !said.isFromHook || !said.answer.updatedInput) return settled
  const again = options.decide(toRequest(asked, settled.call), options.state())
  if (again.behavior !== 'ask' || !needsPerson(again)) return settled
  const changed = { ...open, call: settled.call, decision: again }
  const answer = await askPerson(options.ask, toQuestion(changed))
  told.push(...(answer.messages ?? []))
  return answer.behavior === 'deny' ? refuse(answer, settled.call.input) : settle(changed, answer)
}

/** What somebody allowed, as they changed it; a rule that denies holds against it. */
async function settle({ options, asked, call, told, refuse }: Open, answer: Agreement): Promise<Permit> {
  if (answer.updates) options.update(answer.updates)
  if (!answer.updatedInput) return { behavior: 'allow', call, messages: told }
  const changed = await asked.prepare(answer.updatedInput)
  if ('problem' in changed) return refuse({ message: changed.problem, reason: 'input' }, answer.updatedInput)
  const again = options.decide(toRequest(asked, changed), options.state())
  return again.behavior === 'deny'
    ? refuse(again, changed.input)
    : { behavior: 'allow', call: changed, messages: told }
}

type Agreement = PermissionAnswer & { readonly behavior: 'allow' }

/** `reason` is there where a rule or a hook spoke, whose words are whole already. */
type Denial = {
  readonly message?: string
  readonly reason?: string
  readonly by?: DenialSource
  readonly interrupt?: boolean
}

function toRequest(
  { toolName }: CallToPermit,
  { input, access, isReadOnly }: PreparedCall,
): PermissionRequest {
  return { toolName, input, access, isReadOnly }
}

function combine(decision: PermissionDecision, hook: Awaited<ReturnType<BeforeCall>>): PermissionDecision {
  if (decision.behavior === 'deny' || hook.permission === null) return decision
  if (hook.permission === 'deny')
    return { behavior: 'deny', reason: 'hook', message: hook.reason, by: 'hook' }
  const isBinding = decision.behavior === 'ask' && needsPerson(decision)
  if (hook.permission === 'ask')
    return {
      behavior: 'ask',
      reason: hook.reason,
      suggestions: [],
      ...(isBinding && { needsPerson: true as const }),
    }
  // A rule that says "ask" was written by the person, and so was one that may forbid it; a hook overrules neither.
  return isBinding ? decision : { behavior: 'allow', reason: 'hook' }
}

function needsPerson(question: Question): boolean {
  return question.needsPerson === true || question.rule !== undefined
}

function toQuestion({ options: { agentId }, asked, call, decision }: Open): PermissionQuestion {
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

/** Hooks have words of their own, which are the message. */
function toReason({ reason, by }: Denial): { readonly reason?: string } {
  if (reason === undefined || by === undefined || by === 'hook') return {}
  return { reason: by === 'other' ? `${reason}, and nobody can be asked` : reason }
}

function toDenialReason({ reason, by }: Denial, message: string, agentId: string | undefined): DenialReason {
  return {
    message,
    ...(reason !== undefined && { reason }),
    ...(by !== undefined && { by }),
    ...(agentId !== undefined && { agentId }),
  }
}
