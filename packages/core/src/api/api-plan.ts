import { API_STEP_NAMES, type ApiStepName, STEP_BY_NAME } from './api-steps.ts'
import type { Step } from './step.ts'

/** What is done to messages of the log before they are blocks of an exchange, in its order. */
export const MESSAGE_STAGES = [
  'applyContextEdits',
  'reorderAttachments',
  'stripRefusedMedia',
  'omitUnsent',
] as const

/** What is done to the request when its exchanges are finished, in its order. */
export const REQUEST_STAGES = ['placeTurns', 'fitRequest'] as const

/** A part of the way from the log to the request that has a name. */
export type ApiStage = (typeof MESSAGE_STAGES)[number] | ApiStepName | (typeof REQUEST_STAGES)[number]

/** All of the way, in its order: what is done to messages, the steps of an exchange, what is done to the request. */
export const API_STAGES: readonly ApiStage[] = [...MESSAGE_STAGES, ...API_STEP_NAMES, ...REQUEST_STAGES]

/** Which way a view takes from the log to the request. */
export type ApiPlan = {
  /** The steps of an exchange, in the order in which they run. */
  readonly steps: readonly { readonly name: ApiStepName; readonly step: Step }[]
  /** What is done beside the steps. */
  readonly stages: ReadonlySet<ApiStage>
  /** What is asked for at a place where it finds nothing to do. */
  readonly tooLate: readonly ApiStage[]
}

/** What somebody wants to try. */
export type PlanWish = {
  readonly without?: readonly ApiStage[]
  /** These take their places among each other in this order. */
  readonly order?: readonly ApiStage[]
}

/**
 * The whole way, or another to see what each part of it is for. A stage of messages that is put behind a step finds
 * none any more, and a stage of the request that is put before one finds no request: both then have no effect.
 */
export function createPlan({ without = [], order = [] }: PlanWish = {}): ApiPlan {
  const left = reorder(API_STAGES, order).filter(stage => !without.includes(stage))
  const first = left.findIndex(isStep)
  const last = left.findLastIndex(isStep)
  const isTooLate = (stage: ApiStage, place: number): boolean =>
    first !== -1 &&
    ((isOf(MESSAGE_STAGES, stage) && place > first) || (isOf(REQUEST_STAGES, stage) && place < last))
  const tooLate = left.filter(isTooLate)
  return {
    steps: left.filter(isStep).map(name => ({ name, step: STEP_BY_NAME[name] })),
    stages: new Set(left.filter(stage => !tooLate.includes(stage))),
    tooLate,
  }
}

/** The way that is taken unless somebody wants to try another. */
export const WHOLE_PLAN: ApiPlan = createPlan()

/** True for the name of a part of the way. */
export function isApiStage(name: string): name is ApiStage {
  return isOf(API_STAGES, name)
}

function isStep(name: ApiStage): name is ApiStepName {
  return isOf(API_STEP_NAMES, name)
}

function isOf(names: readonly string[], name: string): boolean {
  return names.includes(name)
}

function reorder(stages: readonly ApiStage[], order: readonly ApiStage[]): readonly ApiStage[] {
  const wanted = [...new Set(order)]
  let next = 0
  return stages.map(stage => (wanted.includes(stage) ? (wanted[next++] ?? stage) : stage))
}
