import { type Dispatch, useEffect, useRef, useState } from 'react'
import { createBatcher } from '../app/create-batcher.ts'
import { useBackend } from '../app/page-context.ts'
import { runUntilAborted } from '../app/run-until-aborted.ts'
import type { ChatEvent } from '../backend/backend.ts'
import type { ChatAction } from './chat-state.ts'

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
  const backend = useBackend()
  const [line, setLine] = useState<ChatLine>('none')
  const resumed = useRef(onResumed)
  useEffect(() => {
    resumed.current = onResumed
  })
  useEffect(() => {
    if (chat === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const batcher = createBatcher<ChatEvent>(events => dispatch({ kind: 'heard', events }), BATCH_MS)
    let from = 0
    let isFirst = true
    setLine('open')
    dispatch({ kind: 'restarted' })
    void runUntilAborted({
      signal,
      onFailure(failure) {
        batcher.flush()
        setLine(failure === 'missing' ? 'ended' : 'lost')
      },
      async run() {
        const asked = from
        // A line that holds is one, though nobody says anything.
        const held = setTimeout(() => !signal.aborted && setLine('open'), HELD_MS)
        const stream = backend.followChat({ chat, from }, signal)
        for await (const event of endWith(stream, () => clearTimeout(held))) {
          if (signal.aborted) return
          setLine('open')
          if (isFirst) resumed.current?.()
          isFirst = false
          if (asked > 0 && from === asked && event.seq > asked) {
            // What was said meanwhile is gone: the agent tells anew what holds now.
            from = 0
            dispatch({ kind: 'restarted' })
            return
          }
          from = event.seq + 1
          batcher.add(event)
        }
      },
    })
    return () => {
      controller.abort()
      batcher.flush()
    }
  }, [backend, chat, dispatch])
  return line
}

const HELD_MS = 1000

async function* endWith<T>(values: AsyncIterable<T>, onEnd: () => void): AsyncGenerator<T> {
  try {
    yield* values
  } finally {
    onEnd()
  }
}

// Twenty redraws a second are as many as anybody can read.
const BATCH_MS = 50
