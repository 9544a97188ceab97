import { useMemo, useSyncExternalStore } from 'react'

/** Whether the window is as a media query says, and follows it. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query])
  return useSyncExternalStore(
    onChange => {
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => list.matches,
  )
}
