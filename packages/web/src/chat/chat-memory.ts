import type { SentPrompt } from '@antiphon/core/chat'
import type { OpenChat } from '@antiphon/server/protocol'
import { keepInWindow, readKept } from '../browser/stored-choice.ts'

/** The agent that this window talks to about a session, and what it was told last. */
export type ChatMemory = {
  readonly chat: OpenChat
  readonly sent: readonly SentPrompt[]
  /** Somebody has just begun it, and wants to go on writing. */
  readonly isNew?: boolean
}

/** What is remembered of a session's chat: a reload goes on with it, and starts no agent. */
export function readChatMemory(session: string): ChatMemory | undefined {
  // This page wrote it.
  return readKept(`chat.${session}`) as ChatMemory | undefined
}

/** Remembers a session's chat, or forgets it. */
export function keepChatMemory(session: string, memory: ChatMemory | undefined): void {
  // Pictures would leave no room for anything else.
  const sent = memory?.sent.map(({ images: _, ...prompt }) => prompt)
  keepInWindow(`chat.${session}`, memory && sent && { ...memory, sent })
}
