import {
  type ApiRequest,
  type ApiTarget,
  type ApiTargetOptions,
  canonicalModelName,
  checkApiContract,
  DEFAULT_MODEL,
  isObject,
  MODELS,
  resolveTarget,
  type Violation,
} from '@antiphon/contract'
import type { ApiPlan } from '../api/api-plan.ts'
import { buildApiRequest } from '../api/build-api-request.ts'
import type { ApiViewMessage } from '../api/finish-exchange.ts'
import { normalizeMessagesForAPI } from '../api/normalize-messages-for-api.ts'
import type { Repair } from '../api/repair.ts'
import type { TranscriptEntry } from '../log/transcript-entry.ts'
import { SYNTHETIC_MODEL } from '../message/synthetic-texts.ts'

/** The request for a history, and what was done to make it one. */
export type ComputedRequest = {
  readonly target: ApiTarget
  /** False where nothing is known of the model: its limits are then guesses. */
  readonly isModelKnown: boolean
  /** The model that answered last. */
  readonly sessionModel: string | undefined
  readonly request: ApiRequest
  /** The messages of the request as they were before they lost their uuids. */
  readonly view: readonly ApiViewMessage[]
  readonly repairs: readonly Repair[]
  readonly violations: readonly Violation[]
}

/** Takes a live context to the model's view, for the model that answered last unless told. */
export function computeRequest(
  messages: readonly TranscriptEntry[],
  { plan, ...options }: ApiTargetOptions & { readonly plan?: ApiPlan | undefined } = {},
): ComputedRequest {
  const sessionModel = lastModel(messages)
  const model = options.model ?? chooseModel(messages)
  const targetOptions: ApiTargetOptions = { ...options, model }
  const target = resolveTarget(targetOptions)
  const repairs: Repair[] = []
  const report = (repair: Repair): void => {
    repairs.push(repair)
  }
  const view = normalizeMessagesForAPI(messages, [], { ...targetOptions, report, ...(plan && { plan }) })
  const request = buildApiRequest(view, targetOptions)
  return {
    target,
    isModelKnown: isKnownModel(model),
    sessionModel,
    request,
    view,
    repairs,
    violations: checkApiContract(request, target, { pausedTurn: isPaused(view) }),
  }
}

/** The model that a history is sent to unless told: the one that answered last, where its limits are known. */
export function chooseModel(messages: readonly TranscriptEntry[]): string {
  const model = lastModel(messages)
  return isKnownModel(model) ? model : DEFAULT_MODEL
}

/** True for a model of which the contract knows the limits. */
export function isKnownModel(model: string | undefined): model is string {
  return model !== undefined && Object.hasOwn(MODELS, canonicalModelName(model))
}

/** The model that a stored answer names; undefined for everything else. */
export function readModel(message: object): string | undefined {
  const inner: unknown =
    'type' in message && message.type === 'assistant' && 'message' in message ? message.message : undefined
  const model = isObject(inner) ? inner.model : undefined
  return typeof model === 'string' && model !== '' && model !== SYNTHETIC_MODEL ? model : undefined
}

/** The model that answered last: thinking is bound to it. */
function lastModel(messages: readonly TranscriptEntry[]): string | undefined {
  for (const message of messages.toReversed()) {
    const model = readModel(message)
    if (model !== undefined) return model
  }
  return undefined
}

/** A request only ends with the model's turn where the model paused and is to go on. */
function isPaused(view: readonly ApiViewMessage[]): boolean {
  return view.at(-1)?.type === 'assistant'
}
