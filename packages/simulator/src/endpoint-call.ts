import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dialect, RoutePlace } from './platforms/dialect.ts'
import type { SimulatorState } from './simulator-state.ts'

/** What every endpoint is handed. */
export type EndpointCall = {
  readonly state: SimulatorState
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** How the platform of the route reads and answers. */
  readonly dialect: Dialect
  /** What the path says about the request. */
  readonly place: RoutePlace
}
