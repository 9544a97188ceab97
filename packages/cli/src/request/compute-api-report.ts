import type { ApiRequest, ApiTargetOptions, Violation } from '@antiphon/contract'
import { type Conversation, getMessagesAfterCompactBoundary, type Repair } from '@antiphon/core'
import type { PlanWish } from '@antiphon/core/api'
import { checkStored, computeRequest, computeTrial, type Trial } from '@antiphon/core/inspect'

/** What would be sent of a session, and why it is not what is stored. */
export type ApiReport = {
  readonly target: { readonly model: string; readonly platform: string; readonly apiVersion: string }
  /** False where nothing is known of the model: its limits are then guesses. */
  readonly isModelKnown: boolean
  /** The model that answered last. */
  readonly sessionModel?: string
  readonly request: ApiRequest
  readonly repairs: readonly Repair[]
  readonly violations: {
    /** Of the messages as they are stored, without any repair. */
    readonly stored: readonly Violation[]
    readonly request: readonly Violation[]
  }
  /** What was tried, where the way to the request is not the usual one. */
  readonly trial?: Trial
}

/** Takes the conversation after its last compaction to the model's view, and checks both against the contract. */
export function computeApiReport(
  conversation: Conversation,
  { wish, ...options }: ApiTargetOptions & { readonly wish?: PlanWish | undefined } = {},
): ApiReport {
  const messages = getMessagesAfterCompactBoundary(conversation.messages)
  const usual = computeRequest(messages, options)
  const trial = wish && computeTrial(messages, { wish, usual, options })
  const { target, isModelKnown, sessionModel, request, repairs, violations } = trial?.computed ?? usual
  return {
    target: { model: target.model, platform: target.platform, apiVersion: target.apiVersion },
    isModelKnown,
    ...(sessionModel !== undefined && { sessionModel }),
    request,
    repairs,
    violations: {
      stored: checkStored(messages, request, target),
      request: violations,
    },
    ...(trial && { trial: trial.trial }),
  }
}
