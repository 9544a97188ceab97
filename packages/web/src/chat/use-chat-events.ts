import type { ChatEvent, Client } from '@antiphon/server/protocol'
import { type Dispatch, useEffect, useRef, useState } from 'react'
import { createBatcher } from '../browser/create-batcher.ts'
import { pause } from '../browser/pause.ts'
import { runUntilAborted } from '../browser/run-until-aborted.ts'
import { useClient } from '../page/page-context.ts'
import { PAGE_PLACE } from '../people/use-presence.ts'
import type { ChatAction } from './chat-state.ts'
import { type Listening, useListening } from './use-listening.ts'

/** Whether the agent can be heard: not followed, heard, not reached now, or over. */
export type ChatLine = 'none' | 'open' | 'lost' | 'ended'

export type UseChatEventsOptions = {
  readonly chat: string | undefined
  readonly dispatch: Dispatch<ChatAction>
  /** Hears when a chat of before turns out to be there. */
  readonly onResumed: (() => void) | undefined
}

/** Follows what an agent says, over every break of the line: nothing is missed, and nothing counts twice. */
export function useChatEvents({ chat, dispatch, onResumed }: UseChatEventsOptions): ChatLine {
  const client = useClient()
  const [{ line, of }, setLine] = useState<{ line: ChatLine; of?: string }>({ line: 'none' })
  const listening = useListening(chat !== undefined && !(line === 'ended' && of === chat))
  const place = useRef<Place>(undefined)
  const resumed = useRef(onResumed)
  useEffect(() => {
    resumed.current = onResumed
  })
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
            if (heard.from === 0) resumed.current?.()
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
    for await (const event of client.followChat({ chat, from: asked, isOnce, place: PAGE_PLACE }, signal)) {
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
