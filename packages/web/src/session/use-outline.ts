import type { Outline } from '@antiphon/server/protocol'
import { useEffect, useRef, useState } from 'react'
import { useIsVisible } from '../browser/use-is-visible.ts'
import { useClient } from '../page/page-context.ts'

/** A session's outline; asked for again, now and then, while the log grows. It is no need: without it the story stands alone. */
export function useOutline(session: string, end: number): Outline | undefined {
  const client = useClient()
  const isVisible = useIsVisible()
  const [outline, setOutline] = useState<Outline>()
  const ends = useRef({ log: end, outline: -1 })
  useEffect(() => {
    ends.current.log = end
  }, [end])
  const isOpen = end > 0 && isVisible
  useEffect(() => {
    if (!isOpen) return
    const controller = new AbortController()
    let isAsking = false
    const ask = (): void => {
      if (isAsking || ends.current.log <= ends.current.outline) return
      isAsking = true
      client
        .get('outline', { session }, controller.signal)
        .then(
          read => {
            ends.current.outline = Math.max(read.end, ends.current.log)
            setOutline(read)
          },
          () => undefined,
        )
        .finally(() => {
          isAsking = false
        })
    }
    ask()
    const timer = setInterval(ask, AGAIN_MS)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [client, session, isOpen])
  return outline
}

const AGAIN_MS = 5000
