import type { ChatAction } from '@antiphon/core/chat'
import type { ChatEvent } from '@antiphon/server/protocol'
import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createBatcher } from '../browser/create-batcher.ts'
import { pause } from '../browser/pause.ts'
import { runUntilAborted } from '../browser/run-until-aborted.ts'
import { useIsVisible } from '../browser/use-is-visible.ts'
import type { Client } from '../client/client.ts'
import { useClient } from '../page/page-context.ts'
import { PAGE_PLACE } from '../people/use-presence.ts'

/** Whether the agent can be heard: not followed, heard, not reached now, or over. */
export type ChatLine = 'none' | 'open' | 'lost' | 'ended'

type UseChatEventsOptions = {
  readonly chat: string | undefined
  readonly dispatch: Dispatch<ChatAction>
  /** Hears when a chat of before turns out to be there. */
  readonly onResumed: () => void
}

/** Follows what an agent says, over every break of the line: nothing is missed, and nothing counts twice. */
export function useChatEvents({ chat, dispatch, onResumed }: UseChatEventsOptions): ChatLine {
  const client = useClient()
  const [{ line, of }, setLine] = useState<{ line: ChatLine; of?: string }>({ line: 'none' })
  const listening = useListening(chat !== undefined && !(line === 'ended' && of === chat))
  const place = useRef<Place>(undefined)
  const resume = useEffectEvent(onResumed)
  useEffect(() => {
    if (chat === undefined || listening === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const batcher = createBatcher<ChatEvent>(events => dispatch({ kind: 'heard', events }), BATCH_MS)
    // Whoever only listens in another way goes on where they were.
    if (place.current?.chat !== chat) {
      place.current = { chat, from: 0 }
      setLine({ line: 'open', of: chat })
      dispatch({ kind: 'restarted' })
    }
    const heard = place.current
    void runUntilAborted({
      signal,
      onFailure(failure) {
        batcher.flush()
        setLine({ line: failure === 'missing' ? 'ended' : 'lost', of: chat })
      },
      run: () =>
        listen({
          ...{ client, place: heard, listening, signal },
          onOpen: () => setLine({ line: 'open', of: chat }),
          onEvent(event) {
            if (heard.from === 0) resume()
            batcher.add(event)
          },
          // What was said meanwhile is gone: the agent tells anew what holds now.
          onGap: () => dispatch({ kind: 'restarted' }),
        }),
    })
    return () => {
      controller.abort()
      batcher.flush()
    }
  }, [client, chat, dispatch, listening])
  return chat === of || chat === undefined ? line : 'open'
}

/** The event to ask for next. */
type Place = { readonly chat: string; from: number }

type ListenOptions = {
  readonly client: Client
  readonly place: Place
  readonly listening: Listening
  readonly signal: AbortSignal
  readonly onOpen: () => void
  readonly onEvent: (event: ChatEvent) => void
  readonly onGap: () => void
}

async function listen(options: ListenOptions): Promise<void> {
  const { listening, signal, onOpen } = options
  if (listening.kind === 'stream') {
    await hear(options)
    return
  }
  while (!signal.aborted) {
    await hear(options)
    if (!signal.aborted) onOpen()
    await pause(listening.everyMs, signal)
  }
}

/** Hears until the line ends, or what comes does not follow on what was heard. */
async function hear({ client, place, listening, signal, ...on }: ListenOptions): Promise<void> {
  const asked = place.from
  // A line that holds is one, though nobody says anything.
  const held = setTimeout(() => !signal.aborted && on.onOpen(), HELD_MS)
  try {
    const isOnce = listening.kind === 'ask'
    const { chat } = place
    const question = { chat, from: asked, place: PAGE_PLACE, ...(isOnce && { once: 1 as const }) }
    for await (const event of client.events('chat/events', question, signal)) {
      if (signal.aborted) return
      on.onOpen()
      if (asked > 0 && place.from === asked && event.seq > asked) {
        place.from = 0
        on.onGap()
        return
      }
      on.onEvent(event)
      place.from = event.seq + 1
    }
  } finally {
    clearTimeout(held)
  }
}

const HELD_MS = 1000
// Twenty redraws a second are as many as anybody can read.
const BATCH_MS = 50

/** How an agent is heard: over a connection that stays, or by asking again so often. */
type Listening = { readonly kind: 'stream' } | { readonly kind: 'ask'; readonly everyMs: number }

/**
 * How this window may hear an agent; undefined until it is known. A browser keeps six connections to a server for all
 * windows together, of which each in sight holds two: only one of them gets a third, and those out of sight get none.
 */
function useListening(isNeeded: boolean): Listening | undefined {
  const isVisible = useIsVisible()
  const turn = useTurn(isNeeded && isVisible)
  if (!isNeeded) return undefined
  if (!isVisible) return OUT_OF_SIGHT
  return turn === undefined ? undefined : turn ? STREAM : IN_SIGHT
}

const STREAM: Listening = { kind: 'stream' }
const IN_SIGHT: Listening = { kind: 'ask', everyMs: 700 }
const OUT_OF_SIGHT: Listening = { kind: 'ask', everyMs: 4000 }

/** Whether it is this window's turn; undefined until the browser says it. */
function useTurn(isWanted: boolean): boolean | undefined {
  const [turn, setTurn] = useState<boolean>()
  useEffect(() => {
    if (!isWanted) return
    const leaving = new AbortController()
    const held = new Promise<void>(resolve => leaving.signal.addEventListener('abort', () => resolve()))
    const hold = (): Promise<void> => {
      if (!leaving.signal.aborted) setTurn(true)
      return held
    }
    void takeTurns(leaving.signal, { hold, onWait: () => setTurn(false) })
    return () => {
      leaving.abort()
      setTurn(undefined)
    }
  }, [isWanted])
  return turn
}

type Turn = { readonly hold: () => Promise<void>; readonly onWait: () => void }

async function takeTurns(signal: AbortSignal, { hold, onWait }: Turn): Promise<void> {
  // Browsers have locks only for addresses of this machine and for encrypted ones.
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return hold()
  const isMine = await locks.request(LOCK, { ifAvailable: true }, async lock => {
    if (lock) await hold()
    return lock !== null
  })
  if (isMine || signal.aborted) return
  onWait()
  await locks.request(LOCK, { signal }, hold).catch(() => undefined)
}

const LOCK = 'antiphon.chat'
