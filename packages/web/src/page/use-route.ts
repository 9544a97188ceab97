import { useMemo, useSyncExternalStore } from 'react'
import { formatRoute, parseRoute, type Route } from './route.ts'

/** Where the reader is, and follows them. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return useMemo(() => parseRoute(hash), [hash])
}

/** Leads the reader to a place. */
export function goTo(route: Route): void {
  location.hash = formatRoute(route)
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
