import { useSyncExternalStore } from 'react'

/**
 * Whether the page is on a screen. A browser keeps six connections to a server for all tabs together: those that nobody
 * sees hold none open.
 */
export function useIsVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState !== 'hidden')
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
