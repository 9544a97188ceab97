import {
  type ApiTargetOptions,
  type ApiView,
  type ApiViewMessage,
  createApiView,
  type Message,
  type Tools,
  type UserMessage,
} from '@antiphon/core'

/** The messages that the model reads now, and what they become on the wire. */
export interface Conversation {
  messages(): readonly Message[]
  append(message: Message): void
  /** The same message with what is known about it later, such as its usage. */
  update(message: Message): void
  /** What would be sent now. */
  toSend(): readonly ApiViewMessage[]
  /** Answers to calls that nobody answered: to be recorded and appended before anything is sent. */
  missing(): readonly UserMessage[]
  /** Begins anew with these messages: after a compaction, or for another model. */
  restart(messages: readonly Message[], options?: ConversationOptions): void
}

export type ConversationOptions = {
  readonly tools?: Tools
  readonly target?: ApiTargetOptions
}

/** A conversation that goes on from these messages. One more message costs its own size. */
export function createConversation(
  messages: readonly Message[] = [],
  options: ConversationOptions = {},
): Conversation {
  let settings = options
  let history: Message[] = []
  let view: ApiView = createApiView()

  function restart(from: readonly Message[], next: ConversationOptions = settings): void {
    settings = next
    history = [...from]
    view = createApiView(settings.tools ?? [], settings.target ?? {})
    for (const message of history) view.append(message)
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
      if (index !== -1) history[index] = message
    },
    toSend: () => view.messages(),
    missing: () => view.missing(),
    restart,
  }
}
