import type { IncomingMessage, ServerResponse } from 'node:http'
import { CONTROL_PATH, handleControl } from './control/handle-control.ts'
import type { EndpointCall } from './endpoint-call.ts'
import { handleCountTokens } from './endpoints/handle-count-tokens.ts'
import { handleMessages } from './endpoints/handle-messages.ts'
import { handleModels } from './endpoints/handle-models.ts'
import { isLocalProgram } from './http/is-local-program.ts'
import { sendRefusal } from './http/send.ts'
import { anthropicDialect } from './platforms/anthropic-dialect.ts'
import type { Dialect } from './platforms/dialect.ts'
import { findRoute, type PlatformRoute } from './platforms/find-route.ts'
import type { SimulatorState } from './simulator-state.ts'

/** Sends a request to its endpoint. What goes wrong inside is answered as the API answers its own bugs. */
export async function handleRequest(
  state: SimulatorState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Whoever goes away while something is written to them must not take the simulator with them.
  response.on('error', () => undefined)
  const pathname = readPath(request)
  const route = findRoute(pathname)
  const dialect = route?.dialect ?? anthropicDialect
  const placed = placeState(state, dialect)
  const requestId = placed.newId('req')
  response.setHeader(dialect.requestIdHeader, requestId)
  const call = { state: placed, request, response, requestId, dialect, place: route?.place ?? {} }
  try {
    await chooseEndpoint(request, pathname, route)(call)
  } catch (error) {
    const message = `The simulator failed: ${error instanceof Error ? error.message : String(error)}`
    if (response.headersSent) response.destroy()
    else sendRefusal(call, { status: 500, errorType: 'api_error', message })
  }
}

type Endpoint = (call: EndpointCall) => void | Promise<void>

const ENDPOINTS: Readonly<Record<PlatformRoute['endpoint'], Endpoint>> = {
  messages: handleMessages,
  count_tokens: handleCountTokens,
  models: handleModels,
}

function chooseEndpoint(request: IncomingMessage, pathname: string, route: PlatformRoute | null): Endpoint {
  if (pathname.startsWith(CONTROL_PATH) && isLocalProgram(request.headers)) return handleControl
  if (route === null) return handleUnknown
  const methods = route.endpoint === 'models' ? ['GET', 'HEAD'] : ['POST']
  return methods.includes(request.method ?? '') ? ENDPOINTS[route.endpoint] : refuseMethod
}

/** A platform of the cloud has rules and ids of its own; the Claude API's may be any, as the options say. */
function placeState(state: SimulatorState, { platform, idMark }: Dialect): SimulatorState {
  if (idMark === null) return state
  return { ...state, platform, newId: prefix => state.newId(`${prefix}_${idMark}`) }
}

/** The path without its query; the root for what is no address. */
function readPath({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return url.split('?', 1)[0] ?? '/'
  try {
    return new URL(url).pathname
  } catch {
    return '/'
  }
}

function handleUnknown(call: EndpointCall): void {
  sendRefusal(call, { status: 404, errorType: 'not_found_error', message: 'Not found' })
}

function refuseMethod(call: EndpointCall): void {
  sendRefusal(call, { status: 405, errorType: 'invalid_request_error', message: 'Method Not Allowed' })
}
