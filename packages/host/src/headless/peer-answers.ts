import {
  createAttachmentMessage,
  createHumanOrigin,
  isSameAuthor,
  type Message,
  type MessageAuthor,
  type PeerAnswerAttachment,
  toWireEvents,
} from '@antiphon/core'
import type { Host } from './host.ts'
import type { HostAnswer } from './host-frame.ts'

/** Finds answers that came from somebody else than the one whose prompt is worked on. */
export interface PeerAnswers {
  /** The session's id, once it is known. */
  name(sessionId: string): void
  /** Whose prompt is worked on from here on; null where nobody said. */
  begin(author: MessageAuthor | null): void
  /** What the model is told of an answer, the host with it: nothing where the prompt's author gave it, or nobody is named. */
  tell(answer: HostAnswer, deed: PeerDeed): readonly Message[]
}

type PeerDeed = Pick<PeerAnswerAttachment, 'behavior' | 'toolName'> & { readonly toolUseId: string }

/** Nobody has spoken yet. */
export function createPeerAnswers(host: Host): PeerAnswers {
  let sessionId = ''
  let speaker: MessageAuthor | null = null
  return {
    name(id) {
      sessionId = id
    },
    begin(author) {
      speaker = author
    },
    tell(answer, { behavior, toolName, toolUseId }) {
      const author = answer.status === 'answered' ? answer.author : undefined
      if (!author || isSameAuthor(author, speaker)) return []
      const message = createAttachmentMessage({
        type: 'peer_answer',
        origin: createHumanOrigin(author),
        ...{ behavior, toolName, toolUseID: toolUseId },
        ...(speaker && { promptAuthor: speaker }),
      })
      for (const event of toWireEvents(message, { sessionId })) void host.send(event)
      return [message]
    },
  }
}
