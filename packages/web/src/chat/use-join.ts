import type { OpenChat } from '@antiphon/server/protocol'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../page/page-context.ts'

/** Finds out about an agent that runs already, without starting one; tries again while nobody answers. */
export function useJoin(chat: string | undefined, onJoined: (opened: OpenChat) => void): void {
  const client = useClient()
  const [tries, setTries] = useState(0)
  const latest = useRef(onJoined)
  useEffect(() => {
    latest.current = onJoined
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    if (chat === undefined) return
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    client.readChat({ chat }, leaving.signal).then(
      opened => !leaving.signal.aborted && latest.current(opened),
      () => {
        // Where it ended in between, that will be told.
        if (!leaving.signal.aborted) timer = setTimeout(() => setTries(count => count + 1), RETRY_MS)
      },
    )
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [client, chat, tries])
}

const RETRY_MS = 2000
