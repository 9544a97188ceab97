import { useEffect, useState } from 'react'
import { useIsVisible } from '../browser/use-is-visible.ts'

/** How an agent is heard: over a connection that stays, or by asking again so often. */
export type Listening = { readonly kind: 'stream' } | { readonly kind: 'ask'; readonly everyMs: number }

/**
 * How this window may hear an agent; undefined until it is known. A browser keeps six connections to a server for all
 * windows together, of which each in sight holds two: only one of them gets a third, and those out of sight get none.
 */
export function useListening(isNeeded: boolean): Listening | undefined {
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
