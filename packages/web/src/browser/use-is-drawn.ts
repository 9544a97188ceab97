import { useEffect, useState } from 'react'

/** True from the moment on when what is ready stands on the screen: what is not needed there is asked for behind it. */
export function useIsDrawn(isReady: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    if (!isReady || isDrawn) return
    const show = (): void => setIsDrawn(true)
    // A frame's callbacks come before it is drawn, the next task comes behind it.
    let next: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      next = setTimeout(show, 0)
    })
    // A tab that nobody sees draws no frames.
    const late = setTimeout(show, LATEST_MS)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(next)
      clearTimeout(late)
    }
  }, [isReady, isDrawn])
  return isDrawn
}

const LATEST_MS = 300
