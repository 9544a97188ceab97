import type { JsonObject } from '@antiphon/contract'
import type { Message } from '@antiphon/core'
import type { PermissionUpdate } from '@antiphon/core/wire'
import type {
  Classifier,
  DenialSource,
  PermissionAnswer,
  PermissionPolicy,
  PermissionPrompt,
  PermissionQuestion,
  PermissionState,
} from '../permissions/permission.ts'
import {
  applyRules,
  askClassifier,
  askHooks,
  askPerson,
  hearHooks,
  type OpenCall,
  type PermitStep,
  refuseUnasked,
} from './permit-steps.ts'
import type { CallToPermit, Permit } from './query-context.ts'

/** What hooks say before a call. */
export type BeforeCall = (call: Omit<CallToPermit, 'prepare'>) => Promise<{
  readonly permission: 'allow' | 'deny' | 'ask' | null
  readonly reason: string
  readonly updatedInput: JsonObject | null
  readonly messages: readonly Message[]
  /** Why the turn ends here: then the call does not run either. */
  readonly stop?: string | null
}>

/** What hooks answer in place of the person. */
export type AnswerForPerson = (question: PermissionQuestion) => Promise<{
  readonly answer: PermissionAnswer | null
  readonly messages: readonly Message[]
  /** Why the turn ends here, whatever the answer. */
  readonly stop?: string | null
}>

/** Sees a call before it is decided on; what it gives hears the decision and says what stands behind it. */
export type PermitWatcher = (call: CallToPermit) => (permit: Permit) => Promise<readonly Message[]>

export type PermitOptions = {
  readonly before?: BeforeCall | undefined
  readonly decide: PermissionPolicy
  readonly state: () => PermissionState
  /** Judges what the automatic mode leaves open; where there is none it is asked about. */
  readonly classify?: Classifier | undefined
  /** Hooks that answer in place of the person. */
  readonly onRequest?: AnswerForPerson | undefined
  /** Hears that the person is needed, while they are being asked. */
  readonly notify?: (question: PermissionQuestion) => void
  /** Null where nobody can be asked: then what would be asked is refused. */
  readonly ask: PermissionPrompt | null
  /** Keeps what the person allowed for good; gives what of the answer holds. */
  readonly remember?: ((answer: PermissionAnswer) => Promise<PermissionAnswer>) | undefined
  /** Changes of the settings that came with an answer. */
  readonly update: (updates: readonly PermissionUpdate[]) => void
  readonly onDenied: (denial: PermissionDenial, why: DenialReason) => void
  readonly watchers?: readonly PermitWatcher[]
  readonly agentId?: string | undefined
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
  readonly reason?: string | undefined
  readonly by?: DenialSource | undefined
  readonly agentId?: string | undefined
}

/**
 * Who is heard on a call, in this order: the first who says yes or no has decided. An input that a hook or a person
 * changed is decided on again: what runs is what was decided on.
 */
const PERMIT_STEPS: readonly PermitStep[] = [hearHooks, applyRules, askClassifier, askHooks, askPerson]

/** Decides calls, step by step; then those who watch say what the log tells of it. */
export function createPermit(options: PermitOptions): (call: CallToPermit) => Promise<Permit> {
  return async asked => {
    const watchers = options.watchers?.map(watch => watch(asked)) ?? []
    const permit = await decideCall(options, asked)
    const messages = [...permit.messages]
    for (const hear of watchers) messages.push(...(await hear(permit)))
    return { ...permit, messages }
  }
}

async function decideCall(options: PermitOptions, asked: CallToPermit): Promise<Permit> {
  let open: OpenCall = { options, asked, call: asked.call, opinion: null, question: UNASKED, told: [] }
  for (const step of PERMIT_STEPS) {
    const next = await step(open)
    if ('behavior' in next) return next
    open = next
  }
  return refuseUnasked(open)
}

const UNASKED: OpenCall['question'] = { behavior: 'ask', reason: '', suggestions: [] }
