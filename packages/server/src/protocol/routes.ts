import type { RouteTable, RouteType } from './api-route.ts'
import { CHAT_ROUTES, type ChatRoutes } from './chat-route-table.ts'
import { LOG_ROUTES, type LogRoutes } from './log-route-table.ts'
import { REPORT_ROUTES, type ReportRoutes } from './report-route-table.ts'

/** All that the page may ask of the server, by its path below `/api/`: the question, and what it is answered with. */
export type RouteTypes = LogRoutes & ReportRoutes & ChatRoutes

export type RoutePath = keyof RouteTypes
export type RouteQuestion<Path extends RoutePath> = RouteTypes[Path]['question']
export type RouteAnswer<Path extends RoutePath> = RouteTypes[Path]['answer']

/** The paths that are asked and answered in a way. */
export type RoutePathOf<Way extends Partial<RouteType>> = {
  [Path in RoutePath]: RouteTypes[Path] extends Way ? Path : never
}[RoutePath]

/** The addresses of all that is asked and answered in a way. */
export function listAddresses(way: Partial<Pick<RouteType, 'method' | 'kind'>>): ReadonlySet<string> {
  const routes = Object.entries(ROUTES).filter(
    ([, { method, kind }]) => method === (way.method ?? method) && kind === (way.kind ?? kind),
  )
  return new Set(routes.map(([path]) => `/api/${path}`))
}

/** Each with how its question is read and its answer checked. */
export const ROUTES: RouteTable<RouteTypes> = { ...LOG_ROUTES, ...REPORT_ROUTES, ...CHAT_ROUTES }
