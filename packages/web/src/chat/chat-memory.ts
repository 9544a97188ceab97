import type { OpenChat } from '@antiphon/server/protocol'
import type { SentPrompt } from './chat-state.ts'

/** The agent that this window talks to about a session, and what it was told last. */
export type ChatMemory = {
  readonly chat: OpenChat
  readonly sent: readonly SentPrompt[]
  /** Somebody has just begun it, and wants to go on writing. */
  readonly isNew?: boolean
}

/** What is remembered of a session's chat: a reload goes on with it, and starts no agent. */
export function readChatMemory(session: string): ChatMemory | undefined {
  try {
    const text = sessionStorage.getItem(name(session))
    // This page wrote it.
    return text === null ? undefined : (JSON.parse(text) as ChatMemory)
  } catch {
    return undefined
  }
}

/** Remembers a session's chat, or forgets it; a browser that keeps nothing is no reason to fail. */
export function keepChatMemory(session: string, memory: ChatMemory | undefined): void {
  try {
    if (memory) sessionStorage.setItem(name(session), JSON.stringify(memory))
    else sessionStorage.removeItem(name(session))
  } catch {
    // Until the page is closed it is known all the same.
  }
}

function name(session: string): string {
  return `antiphon.chat.${session}`
}
