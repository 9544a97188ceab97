import {
  type ApiMessage,
  canonicalModelName,
  checkApiContract,
  DEFAULT_MODEL,
  isObject,
  MODELS,
  type Violation,
} from '@antiphon/contract'
import {
  buildApiRequest,
  type Conversation,
  createApiView,
  getMessagesAfterCompactBoundary,
  isToolUseResultMessage,
  type Repair,
  SYNTHETIC_MODEL,
  type TranscriptEntry,
  type UserMessage,
} from '@antiphon/core'

/** What a resume would send of a conversation, and what stands between the log and that. */
export type Resume = {
  /** The model that answered last; a recent one where nothing is known of that. */
  readonly model: string
  /** The live context: what follows the last compaction. */
  readonly context: readonly TranscriptEntry[]
  readonly request: readonly ApiMessage[]
  readonly repairs: readonly Repair[]
  readonly violations: readonly Violation[]
  /** The results that have to be recorded so that what is sent stays as it is. */
  readonly missingResults: readonly UserMessage[]
}

/** The same in numbers. */
export type ResumeSummary = {
  readonly model: string
  readonly messages: number
  readonly blocks: number
  readonly repairs: number
  /** What is in the log and not meant for the model: no repair. */
  readonly unsent: number
  readonly violations: number
}

/** Takes a conversation to the API's door. A log holds neither system prompt nor tools, so there are none. */
export function computeResume({ messages }: Conversation): Resume {
  const context = getMessagesAfterCompactBoundary(messages)
  const model = chooseModel(context)
  const view = createApiView([], { model })
  for (const message of context) view.append(message)
  const sent = [...view.messages()]
  const { messages: request } = buildApiRequest(sent, { model, cache: false })
  const pausedTurn = sent.at(-1)?.type === 'assistant'
  return {
    model,
    context,
    request,
    repairs: [...view.repairs()],
    violations: checkApiContract(buildApiRequest(sent, { model }), { model }, { pausedTurn }),
    missingResults: view.missing().filter(isToolUseResultMessage),
  }
}

/** Counts. */
export function summarizeResume({ model, request, repairs, violations }: Resume): ResumeSummary {
  const unsent = repairs.filter(({ action }) => action === 'omitted').length
  return {
    model,
    messages: request.length,
    blocks: request.reduce((sum, { content }) => sum + (Array.isArray(content) ? content.length : 1), 0),
    repairs: repairs.length - unsent,
    unsent,
    violations: violations.length,
  }
}

function chooseModel(context: readonly TranscriptEntry[]): string {
  for (const message of context.toReversed()) {
    const inner: unknown = message.type === 'assistant' ? message.message : undefined
    const model = isObject(inner) ? inner.model : undefined
    if (typeof model !== 'string' || model === '' || model === SYNTHETIC_MODEL) continue
    return Object.hasOwn(MODELS, canonicalModelName(model)) ? model : DEFAULT_MODEL
  }
  return DEFAULT_MODEL
}
