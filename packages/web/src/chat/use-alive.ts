import { useEffect, useRef, useState } from 'react'

/** A signal that ends with the view. */
export function useAlive(): AbortSignal {
  const [controller, setController] = useState(() => new AbortController())
  const current = useRef(controller)
  useEffect(() => {
    if (current.current.signal.aborted) {
      // React runs effects twice while developing.
      current.current = new AbortController()
      setController(current.current)
    }
    return () => current.current.abort()
  }, [])
  return controller.signal
}
