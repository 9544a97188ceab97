import {
  createAttachmentMessage,
  createHumanOrigin,
  isSameAuthor,
  type Message,
  type MessageAuthor,
  type MessageOrigin,
  readOriginAuthor,
} from '@antiphon/core'

/** Tells the model that another person speaks than before; where one of the two has no name there is nothing to tell. */
export function tellSpeaker(
  origin: MessageOrigin | undefined,
  messages: readonly Message[],
): readonly Message[] {
  const author = readOriginAuthor(origin)
  const previous = author && findSpeaker(messages)
  if (!author || !previous || isSameAuthor(author, previous)) return []
  return [createAttachmentMessage({ type: 'peer_prompt', origin: createHumanOrigin(author), previous })]
}

/** Whose prompt came last. */
function findSpeaker(messages: readonly Message[]): MessageAuthor | null {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]
    const author = message ? readAuthor(message) : null
    if (author) return author
  }
  return null
}

function readAuthor(message: Message): MessageAuthor | null {
  if (message.type === 'user') return readOriginAuthor(message.origin)
  const isQueued = message.type === 'attachment' && message.attachment.type === 'queued_command'
  return isQueued ? readOriginAuthor(message.attachment.origin) : null
}
