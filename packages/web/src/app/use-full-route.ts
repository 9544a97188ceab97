import type { SessionRow } from '@antiphon/server/protocol'
import { useEffect, useMemo } from 'react'
import { formatRoute, type Route } from '../page/route.ts'
import type { SessionsState } from '../sessions/sessions-state.ts'

/**
 * A place whose sessions are named by their uuids, or the first eight letters and more of them as `antiphon ls` prints
 * them, with the ids that the server knows them by; what no session or more than one begins with stays as it is.
 */
export function resolveRoute(route: Route, rows: ReadonlyMap<string, SessionRow>): Route {
  if (!namesShortly(route)) return route
  const full = { ...route, id: resolveId(route.id, rows) }
  return full.kind === 'compare' && full.other !== undefined
    ? { ...full, other: resolveId(full.other, rows) }
    : full
}

/** Where the reader is, in full ids, and the address with it; undefined while it is not known which session is meant. */
export function useFullRoute(route: Route, { rows, phase }: SessionsState): Route | undefined {
  // As long as the list comes, another session may begin with the same letters.
  const isWaiting = phase === 'listing' && namesShortly(route)
  const full = useMemo(() => (isWaiting ? route : resolveRoute(route, rows)), [isWaiting, route, rows])
  const hash = formatRoute(full)
  const isResolved = hash !== formatRoute(route)
  useEffect(() => {
    if (isResolved) history.replaceState(history.state, '', hash)
  }, [isResolved, hash])
  return isWaiting ? undefined : full
}

type RouteOfSession = Extract<Route, { readonly id?: string }> & { readonly id: string }

function namesShortly(route: Route): route is RouteOfSession {
  if (!('id' in route) || route.id === undefined) return false
  return SHORT.test(route.id) || (route.kind === 'compare' && SHORT.test(route.other ?? ''))
}

function resolveId(id: string, rows: ReadonlyMap<string, SessionRow>): string {
  if (!SHORT.test(id)) return id
  const wanted = id.toLowerCase()
  const found = [...rows.values()].filter(({ sessionId }) => sessionId.toLowerCase().startsWith(wanted))
  return found.length === 1 && found[0] ? found[0].id : id
}

// The server's own ids are longer: they hold the uuid and the project.
const SHORT = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i
