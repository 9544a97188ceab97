import { useEffect } from 'react'

export type UseLogBeginOptions = {
  /** The log is not there, though an agent is about to write it. */
  readonly isMissing: boolean
  readonly onTry: () => void
}

/** Looks again and again for a log that an agent is about to begin. */
export function useLogBegin({ isMissing, onTry }: UseLogBeginOptions): void {
  useEffect(() => {
    if (!isMissing) return
    const timer = setTimeout(onTry, PAUSE_MS)
    return () => clearTimeout(timer)
  })
}

const PAUSE_MS = 300
