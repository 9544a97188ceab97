import { randomUUID } from '@antiphon/core'
import type { ChatWish, OpenChat } from '@antiphon/server/protocol'
import { useCallback, useEffect, useRef } from 'react'
import { useClient, useTexts } from '../page/page-context.ts'
import { readPerson, toAuthor } from '../people/person.ts'
import { keepChatMemory } from './chat-memory.ts'
import type { Draft } from './use-draft.ts'

export type NewChat = {
  /** The agent for the wish as it is now, started when somebody needs it. */
  readonly find: () => Promise<OpenChat>
  /** Says the first thing to it; the window remembers the chat, so that the session's view goes on with it. */
  readonly begin: (draft: Draft) => Promise<OpenChat>
}

/** An agent for a session that does not exist yet; one that nobody talks to is ended when the wish or the view changes. */
export function useNewChat(wish: ChatWish): NewChat {
  const client = useClient()
  const { guest } = useTexts().people
  const opened = useRef<Opened>(undefined)
  const discard = useCallback(() => {
    opened.current?.chat.then(
      ({ chat }) => client.post('chat/close', { chat }),
      () => undefined,
    )
    opened.current = undefined
  }, [client])
  useEffect(() => discard, [discard])

  function find(): Promise<OpenChat> {
    const key = JSON.stringify(wish)
    if (opened.current?.key === key) return opened.current.chat
    discard()
    const chat = client.post('chat/open', wish)
    opened.current = { key, chat }
    // What failed may work the next time.
    chat.catch(() => {
      if (opened.current?.chat === chat) opened.current = undefined
    })
    return chat
  }
  async function begin(draft: Draft): Promise<OpenChat> {
    const open = await find()
    const prompt = { uuid: randomUUID(), ...draft }
    const author = toAuthor(readPerson(), { systemUser: open.systemUser, guest })
    await client.post('chat/prompt', { chat: open.chat, ...prompt, author })
    opened.current = undefined
    keepChatMemory(open.session, { chat: open, sent: [prompt], isNew: true })
    return open
  }
  return { find, begin }
}

type Opened = { readonly key: string; readonly chat: Promise<OpenChat> }
