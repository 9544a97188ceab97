import { anthropicDialect } from './anthropic-dialect.ts'
import { bedrockDialect } from './bedrock/bedrock-dialect.ts'
import { decodePathPart } from './decode-path-part.ts'
import type { Dialect, RoutePlace } from './dialect.ts'
import { vertexDialect } from './vertex/vertex-dialect.ts'

/** Where a path leads: what is asked for, whose way of asking it is, and what the path itself says. */
export type PlatformRoute = {
  readonly endpoint: 'messages' | 'count_tokens' | 'models'
  readonly dialect: Dialect
  readonly place: RoutePlace
}

/** The route of a path; the platform is the path's, so that one simulator serves all of them. Null for no route. */
export function findRoute(pathname: string): PlatformRoute | null {
  switch (pathname) {
    case '/v1/messages':
      return MESSAGES
    case '/v1/messages/count_tokens':
      return COUNT_TOKENS
    default:
      return /^\/v1\/models(\/|$)/.test(pathname) ? MODELS : (findBedrock(pathname) ?? findVertex(pathname))
  }
}

const MESSAGES: PlatformRoute = { endpoint: 'messages', dialect: anthropicDialect, place: {} }
const COUNT_TOKENS: PlatformRoute = { endpoint: 'count_tokens', dialect: anthropicDialect, place: {} }
const MODELS: PlatformRoute = { endpoint: 'models', dialect: anthropicDialect, place: {} }

const BEDROCK = /^\/model\/([^/]+)\/(invoke|invoke-with-response-stream)$/
const VERTEX =
  /\/projects\/[^/]+\/locations\/[^/]+\/publishers\/anthropic\/models\/([^/]+):(rawPredict|streamRawPredict)$/

function findBedrock(pathname: string): PlatformRoute | null {
  const [, name = '', action] = BEDROCK.exec(pathname) ?? []
  const model = decodePathPart(name)
  if (model === null) return null
  return {
    endpoint: 'messages',
    dialect: bedrockDialect,
    place: { model, stream: action === 'invoke-with-response-stream' },
  }
}

function findVertex(pathname: string): PlatformRoute | null {
  const [, name = '', action] = VERTEX.exec(pathname) ?? []
  const model = decodePathPart(name)
  if (model === null) return null
  if (model === 'count-tokens') return { endpoint: 'count_tokens', dialect: vertexDialect, place: {} }
  return {
    endpoint: 'messages',
    dialect: vertexDialect,
    place: { model, stream: action === 'streamRawPredict' },
  }
}
