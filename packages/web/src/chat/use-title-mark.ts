import { useEffect } from 'react'

/** Marks the window's title while somebody is waited for: they may look at another one. */
export function useTitleMark(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return
    const { title } = document
    document.title = `● ${title}`
    return () => {
      document.title = title
    }
  }, [isWaiting])
}
