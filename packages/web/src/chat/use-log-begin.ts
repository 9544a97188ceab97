import { useEffect } from 'react'

/** Looks again and again for a log that is not there, though an agent is about to begin it. */
export function useLogBegin(isMissing: boolean, onTry: () => void): void {
  useEffect(() => {
    if (!isMissing) return
    const timer = setTimeout(onTry, PAUSE_MS)
    return () => clearTimeout(timer)
  })
}

const PAUSE_MS = 300
