import {
  type ApiRequest,
  type ApiTargetOptions,
  type ApiViewMessage,
  buildApiRequest,
  type Conversation,
  canonicalModelName,
  checkApiContract,
  DEFAULT_MODEL,
  getMessagesAfterCompactBoundary,
  isObject,
  MODELS,
  normalizeMessagesForAPI,
  type Repair,
  resolveTarget,
  SYNTHETIC_MODEL,
  type TranscriptEntry,
  type Violation,
} from '@antiphon/core'
import { toRawRequest } from './to-raw-request.ts'

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
}

/** Takes the conversation after its last compaction to the model's view, and checks both against the contract. */
export function computeApiReport(conversation: Conversation, options: ApiTargetOptions = {}): ApiReport {
  const messages = getMessagesAfterCompactBoundary(conversation.messages)
  const sessionModel = lastModel(messages)
  const model = options.model ?? (isKnown(sessionModel) ? sessionModel : DEFAULT_MODEL)
  const targetOptions: ApiTargetOptions = { ...options, model }
  const target = resolveTarget(targetOptions)
  const repairs: Repair[] = []
  const report = (repair: Repair): void => {
    repairs.push(repair)
  }
  const view = normalizeMessagesForAPI(messages, [], { ...targetOptions, report })
  const request = buildApiRequest(view, targetOptions)
  return {
    target: { model: target.model, platform: target.platform, apiVersion: target.apiVersion },
    isModelKnown: isKnown(model),
    ...(sessionModel !== undefined && { sessionModel }),
    request,
    repairs,
    violations: {
      stored: checkApiContract(toRawRequest(messages, request), target),
      request: checkApiContract(request, target, { pausedTurn: isPaused(view) }),
    },
  }
}

function isKnown(model: string | undefined): model is string {
  return model !== undefined && Object.hasOwn(MODELS, canonicalModelName(model))
}

/** The model that answered last: thinking is bound to it. */
function lastModel(messages: readonly TranscriptEntry[]): string | undefined {
  for (const message of messages.toReversed()) {
    const inner: unknown = message.type === 'assistant' ? message.message : undefined
    const model = isObject(inner) ? inner.model : undefined
    if (typeof model === 'string' && model !== '' && model !== SYNTHETIC_MODEL) return model
  }
  return undefined
}

/** A request only ends with the model's turn where the model paused and is to go on. */
function isPaused(view: readonly ApiViewMessage[]): boolean {
  return view.at(-1)?.type === 'assistant'
}
