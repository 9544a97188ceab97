import type { HumanOrigin, MessageAuthor } from './message-author.ts'

/** What other people did in a session that several share. `origin` names the one who did it. */
export type AnyPeerAttachment = PeerPromptAttachment | PeerAnswerAttachment | PeerEditAttachment

/** The prompt that follows is another person's than the one before. */
export type PeerPromptAttachment = {
  readonly type: 'peer_prompt'
  readonly origin: HumanOrigin
  /** Who spoke before. */
  readonly previous?: MessageAuthor
}

/** Somebody else than the prompt's author decided on a call, or answered its questions. */
export type PeerAnswerAttachment = {
  readonly type: 'peer_answer'
  readonly origin: HumanOrigin
  readonly behavior: 'allow' | 'deny' | 'answer'
  readonly toolName: string
  readonly toolUseID?: string
  /** Whose prompt it was; missing where nobody said. */
  readonly promptAuthor?: MessageAuthor
}

/** Somebody changed a file, and said so. */
export type PeerEditAttachment = {
  readonly type: 'peer_edit'
  readonly origin: HumanOrigin
  readonly path: string
  readonly note?: string
}
