import { useEffect } from 'react'
import type { SessionState } from './session-state.ts'

export type UseFilledOptions = {
  readonly state: SessionState
  readonly isEmpty: boolean
  readonly loadOlder: () => void
  readonly loadNewer: () => void
}

/** A page may hold nothing that a person sees; what they came for stands before or behind it. */
export function useFilled({ state, isEmpty, loadOlder, loadNewer }: UseFilledOptions): void {
  const { phase, from } = state
  useEffect(() => {
    if (phase !== 'ready' || !isEmpty) return
    if (from > 0) loadOlder()
    else loadNewer()
  }, [phase, from, isEmpty, loadOlder, loadNewer])
}
