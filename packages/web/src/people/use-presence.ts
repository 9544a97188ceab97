import { type MessageAuthor, randomUUID } from '@antiphon/core'
import type { ChatPresence } from '@antiphon/server/protocol'
import { useCallback, useEffect, useRef } from 'react'
import { useClient } from '../page/page-context.ts'

/** The name of this page among those that are open. */
export const PAGE_PLACE: string = randomUUID()

/** What a person does at this page that the others may see. */
export type PresenceTeller = { readonly types: () => void; readonly rests: () => void }

/** Tells the others of the agent that is heard who is here, as long as the page is there. */
export function usePresence(chat: string | undefined, author: MessageAuthor): PresenceTeller {
  const client = useClient()
  const latest = useRef(author)
  const activity = useRef<ChatPresence['activity']>('idle')
  const told = useRef(0)
  const tell = useCallback(
    (now: ChatPresence['activity']) => {
      if (chat === undefined) return
      activity.current = now
      told.current = Date.now()
      client.tell('chat/presence', { chat, place: PAGE_PLACE, author: latest.current, activity: now })
    },
    [client, chat],
  )
  // Whoever only changes their name does not leave.
  useEffect(() => {
    latest.current = author
    tell(activity.current)
  }, [author, tell])
  useEffect(() => {
    if (chat === undefined) return
    const timer = setInterval(() => tell(activity.current), RENEW_MS)
    const onHide = (): void => tell('gone')
    const onShow = ({ persisted }: PageTransitionEvent): void => void (persisted && tell('idle'))
    addEventListener('pagehide', onHide)
    addEventListener('pageshow', onShow)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', onHide)
      removeEventListener('pageshow', onShow)
      tell('gone')
      activity.current = 'idle'
    }
  }, [chat, tell])
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  function rests(): void {
    clearTimeout(rest.current)
    if (activity.current === 'typing') tell('idle')
  }
  function types(): void {
    clearTimeout(rest.current)
    rest.current = setTimeout(rests, REST_MS)
    if (activity.current !== 'typing' || Date.now() - told.current > RENEW_MS) tell('typing')
  }
  return { types, rests }
}

const RENEW_MS = 30_000
// So long somebody counts as writing who paused.
const REST_MS = 4000
