import { useEffect, useState } from 'react'
import type { SessionState } from './session-state.ts'

/** Whether something was written since it was opened. */
export function useHasGrown({ phase, end }: SessionState): boolean {
  const [first, setFirst] = useState<number>()
  useEffect(() => {
    if (phase === 'ready') setFirst(known => known ?? end)
  }, [phase, end])
  return first !== undefined && end > first
}
