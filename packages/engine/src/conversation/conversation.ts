import type { ApiTargetOptions } from '@antiphon/contract'
import {
  type ApiView,
  type ApiViewMessage,
  createApiView,
  isAssistantMessage,
  type Message,
  type Repair,
  type Tools,
  type UserMessage,
} from '@antiphon/core'

/** The messages that the model reads now, and what they become on the wire. */
export interface LiveConversation {
  messages(): readonly Message[]
  append(message: Message): void
  /** The same message with what is known about it later, such as its usage. */
  update(message: Message): void
  /** What would be sent now. */
  toSend(): readonly ApiViewMessage[]
  /** What would be sent if these were its messages. */
  project(messages: readonly Message[]): readonly ApiViewMessage[]
  /** What of its messages is not sent as it is stored. */
  repairs(): readonly Repair[]
  /** Answers to calls that nobody answered: to be recorded and appended before anything is sent. */
  missing(): readonly UserMessage[]
  /** Begins anew with these messages: after a compaction, or for another model. */
  restart(messages: readonly Message[], options?: ConversationOptions): void
}

export type ConversationOptions = {
  readonly tools?: Tools
  readonly target?: ApiTargetOptions
  /** Whether references to deferred tools may be sent; true unless told. */
  readonly toolSearch?: boolean
  /** Whether messages bear labels by which the model can drop them. */
  readonly labels?: boolean
}

/** A conversation that goes on from these messages. One more message costs its own size. */
export function createConversation(
  messages: readonly Message[] = [],
  options: ConversationOptions = {},
): LiveConversation {
  let settings = options
  let history: Message[] = []
  let view: ApiView = createApiView()

  function restart(from: readonly Message[], next: ConversationOptions = {}): void {
    settings = { ...settings, ...next }
    history = [...from]
    view = createView(history, settings)
  }

  restart(messages)
  return {
    messages: () => history,
    append(message) {
      history.push(message)
      view.append(message)
    },
    update(message) {
      const index = history.findLastIndex(({ uuid }) => uuid === message.uuid)
      if (index === -1) return
      history[index] = message
      // The view reads nothing of what comes late, but for an answer that the API wants back as it is.
      if (isPausedAnswer(message)) view = createView(history, settings)
    },
    toSend: () => view.messages(),
    project: others => createView(others, settings).messages(),
    repairs: () => view.repairs(),
    missing: () => view.missing(),
    restart,
  }
}

function isPausedAnswer(message: Message): boolean {
  return isAssistantMessage(message) && message.message.stop_reason === 'pause_turn'
}

function createView(messages: readonly Message[], options: ConversationOptions): ApiView {
  const { tools = [], target = {}, toolSearch = true, labels = false } = options
  const view = createApiView(tools, { ...target, toolSearch, labels })
  for (const message of messages) view.append(message)
  return view
}
