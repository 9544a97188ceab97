import type { JsonObject } from '@antiphon/contract'
import {
  buildNobodyToAskMessage,
  buildYoloRejectionMessage,
  CANCEL_MESSAGE,
  createSystemMessage,
  type Message,
  REJECT_MESSAGE,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE,
} from '@antiphon/core'
import { AUTO_MODE_REASON } from '../permissions/apply-mode.ts'
import type {
  DenialSource,
  PermissionAnswer,
  PermissionDecision,
  PermissionQuestion,
  PermissionRequest,
} from '../permissions/permission.ts'
import type { PreparedCall } from '../tool/agent-tool.ts'
import type { BeforeCall, PermitOptions } from './create-permit.ts'
import type { CallToPermit, Permit } from './query-context.ts'

/** A call on which nobody has decided yet. */
export type OpenCall = {
  readonly options: PermitOptions
  readonly asked: CallToPermit
  /** The call as somebody changed it since. */
  readonly call: PreparedCall
  /** What hooks said before it; null where they said nothing. */
  readonly opinion: Awaited<ReturnType<BeforeCall>> | null
  readonly question: Question
  /** What is told to the model beside the result. */
  readonly told: readonly Message[]
}

type Question = PermissionDecision & { readonly behavior: 'ask' }

/** Decides a call, or leaves it to the next step, perhaps with another input or another question. */
export type PermitStep = (open: OpenCall) => Promise<OpenCall | Permit>

/** Hooks may end the turn, or change the input; what they think of the call is heard with the rules. */
export async function hearHooks(open: OpenCall): Promise<OpenCall | Permit> {
  const { options, asked } = open
  const opinion = await options.before?.(asked)
  if (!opinion) return open
  const heard = tell({ ...open, opinion }, opinion.messages)
  const { stop, updatedInput } = opinion
  if (stop) return refuse(heard, { message: stop, reason: 'hook', by: 'hook', stop })
  const call = updatedInput ? await asked.prepare(updatedInput) : asked.call
  if ('problem' in call) return refuse(heard, { message: call.problem, reason: 'hook', by: 'hook' })
  return { ...heard, call }
}

/** A rule that denies or asks is above a hook that allows, also where it only may apply. */
export async function applyRules(open: OpenCall): Promise<OpenCall | Permit> {
  const decision = combine(decide(open), open.opinion)
  if (decision.behavior === 'allow') return allow(open)
  return decision.behavior === 'deny' ? refuse(open, decision) : { ...open, question: decision }
}

/** What the automatic mode's classifier makes of a question that it may answer. */
export async function askClassifier(open: OpenCall): Promise<OpenCall | Permit> {
  const { options, asked, question } = open
  if (question.mayBeJudged !== true || !options.classify) return open
  const { behavior, reason } = await options.classify(toQuestion(open))
  // Who interrupted takes the question back: nobody else is asked, and nobody has refused.
  if (asked.signal.aborted) return CALLED_OFF
  const judged = tell(open, [
    createSystemMessage(`${VERDICTS[behavior]}: ${reason}`, 'info', asked.toolUseId),
  ])
  if (behavior === 'deny')
    return refuse(judged, { message: buildYoloRejectionMessage(reason), reason, by: 'classifier' })
  if (behavior === 'unsure') {
    const both = `${reason}, and ${question.reason.replace(`${AUTO_MODE_REASON}: `, '')}`
    return { ...judged, question: { ...question, reason: both } }
  }
  // Rules and mode may have changed while it thought.
  const again = decide(judged)
  if (again.behavior === 'deny') return refuse(judged, again)
  return again.behavior === 'ask' && again.mayBeJudged !== true
    ? { ...judged, question: again }
    : allow(judged)
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

/** Hooks that answer in the person's place. What they made of the input goes to the person where no hook may allow it. */
export async function askHooks(open: OpenCall): Promise<OpenCall | Permit> {
  const said = await open.options.onRequest?.(toQuestion(open))
  if (!said) return open
  const { answer, messages, stop = null } = said
  const heard = tell(open, messages)
  if (answer === null || (answer.behavior === 'allow' && needsPerson(open.question))) return heard
  const told = tell(heard, answer.messages)
  if (answer.behavior === 'deny') return refuse(told, { ...answer, stop })
  const settled = await settle(told, answer)
  if (settled.behavior === 'deny' || !answer.updatedInput) return settled
  const changed = { ...told, call: settled.call }
  const again = decide(changed)
  return again.behavior === 'ask' && needsPerson(again) ? { ...changed, question: again } : settled
}

/** The person, who hears that they are needed, and whose answer may be kept for good. */
export async function askPerson(open: OpenCall): Promise<OpenCall | Permit> {
  const { ask, notify, remember } = open.options
  if (!ask) return open
  const question = toQuestion(open)
  notify?.(question)
  const given = await ask(question)
  const answer = (await remember?.(given)) ?? given
  const heard = tell(open, answer.messages)
  return answer.behavior === 'deny' ? refuse(heard, answer) : settle(heard, answer)
}

/** Where nobody could be asked the answer is no, in words that blame nobody. A subagent has words of its own. */
export function refuseUnasked(open: OpenCall): Permit {
  const { options, asked, question } = open
  const { reason } = question
  const message = options.agentId === undefined ? buildNobodyToAskMessage(asked.toolName, reason) : undefined
  return refuse(open, { message, reason, by: 'other' })
}

/** What somebody allowed, as they changed it; a rule that denies holds against it. */
async function settle(open: OpenCall, answer: PermissionAnswer & { behavior: 'allow' }): Promise<Permit> {
  const { options, asked } = open
  if (answer.updates) options.update(answer.updates)
  if (!answer.updatedInput) return allow(open)
  const changed = await asked.prepare(answer.updatedInput)
  if ('problem' in changed)
    return refuse(open, { message: changed.problem, reason: 'input' }, answer.updatedInput)
  const settled = { ...open, call: changed }
  const again = decide(settled)
  return again.behavior === 'deny' ? refuse(settled, again) : allow(settled)
}

function tell(open: OpenCall, messages: readonly Message[] = []): OpenCall {
  return { ...open, told: [...open.told, ...messages] }
}

function decide({ options, asked, call }: OpenCall): PermissionDecision {
  return options.decide(toRequest(asked, call), options.state())
}

function allow({ call, told }: OpenCall): Permit {
  return { behavior: 'allow', call, messages: told }
}

/** `reason` is there where a rule or a hook spoke, whose words are whole already. */
type Denial = {
  readonly message?: string | undefined
  readonly reason?: string
  readonly by?: DenialSource
  readonly interrupt?: boolean
  /** Why the turn ends with it. */
  readonly stop?: string | null
}

function refuse(open: OpenCall, denial: Denial, input: JsonObject = open.call.input): Permit {
  const { options, asked, told } = open
  const { agentId, onDenied } = options
  const { reason, by, interrupt = false, stop = null } = denial
  const message = toDenialText(denial, agentId !== undefined)
  const refused = { tool_name: asked.toolName, tool_use_id: asked.toolUseId, tool_input: input }
  onDenied(refused, { message, reason, by, agentId })
  return { behavior: 'deny', message, reason: toReason(denial), interrupt, stop, messages: told }
}

function toRequest(
  { toolName }: CallToPermit,
  { input, access, isReadOnly }: PreparedCall,
): PermissionRequest {
  return { toolName, input, access, isReadOnly }
}

function combine(decision: PermissionDecision, hook: OpenCall['opinion']): PermissionDecision {
  if (decision.behavior === 'deny' || hook === null || hook.permission === null) return decision
  if (hook.permission === 'deny')
    return { behavior: 'deny', reason: 'hook', message: hook.reason, by: 'hook' }
  const isBinding = decision.behavior === 'ask' && needsPerson(decision)
  if (hook.permission === 'ask')
    return { behavior: 'ask', reason: hook.reason, suggestions: [], needsPerson: isBinding }
  // A rule that says "ask" was written by the person, and so was one that may forbid it; a hook overrules neither.
  return isBinding ? decision : { behavior: 'allow', reason: 'hook' }
}

function needsPerson(question: Question): boolean {
  return question.needsPerson === true || question.rule !== undefined
}

function toQuestion({ options: { agentId }, asked, call, question }: OpenCall): PermissionQuestion {
  return {
    ...toRequest(asked, call),
    toolUseId: asked.toolUseId,
    title: call.title,
    reason: question.reason,
    suggestions: question.suggestions,
    signal: asked.signal,
    agentId,
  }
}

function toDenialText({ message, reason }: Denial, isSubagent: boolean): string {
  if (message !== undefined && reason !== undefined) return message
  if (message) return `${REJECT_MESSAGE_WITH_REASON_PREFIX}${message}`
  return isSubagent ? SUBAGENT_REJECT_MESSAGE : REJECT_MESSAGE
}

/** Hooks have words of their own, which are the message. */
function toReason({ reason, by }: Denial): string | undefined {
  if (reason === undefined || by === undefined || by === 'hook') return undefined
  return by === 'other' ? `${reason}, and nobody can be asked` : reason
}
