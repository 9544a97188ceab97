import type { IncomingMessage } from 'node:http'
import { listAddresses } from '../protocol/routes.ts'
import { type Refusal, refuse } from './refusal.ts'

export type RefuseOptions = {
  readonly hosts: readonly string[]
  /** Those of them before which a proxy speaks TLS. */
  readonly secureHosts: readonly string[]
  /** Part of the interface for programs, rather than of the page. */
  readonly isApi: boolean
  /** For agents, which bring a token with each request and no cookie. */
  readonly isRecall: boolean
  /** One whose answer goes on and on. */
  readonly isEventStream: boolean
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>

/** What is wrong with a request before anybody asks who sent it; null where nothing is. */
export function refuseRequest(request: Asked, options: RefuseOptions): Refusal | null {
  return (
    refuseTarget(request) ??
    refuseHost(request, options) ??
    refuseMethod(request, options) ??
    refuseOrigin(request, options)
  )
}

function refuseTarget({ url }: Asked): Refusal | null {
  if (url?.startsWith('/') && !url.startsWith('//') && url.length <= MAX_URL) return null
  return refuse(400, 'The path cannot be read.')
}

/** Another name may be one that a stranger's DNS leads here, with the stranger's page behind it. */
function refuseHost({ headers, rawHeaders }: Asked, { hosts }: RefuseOptions): Refusal | null {
  const isOnce =
    rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length === 1
  if (isOnce && headers.host !== undefined && hosts.includes(headers.host.toLowerCase())) return null
  return refuse(421, 'This server does not answer under that name.')
}

function refuseMethod({ method = '', url }: Asked, { isApi, isRecall }: RefuseOptions): Refusal | null {
  const allowed = isRecall || POST_ADDRESSES.has(url ?? '') ? ['POST'] : isApi ? ['GET'] : ['GET', 'HEAD']
  if (allowed.includes(method)) return null
  return refuse(405, `Ask with ${allowed.join(' or ')}.`)
}

function refuseOrigin(
  { method, headers }: Asked,
  { secureHosts, isApi, isRecall, isEventStream }: RefuseOptions,
): Refusal | null {
  if (!isApi && !isRecall) return null
  const { origin } = headers
  const site = headers['sec-fetch-site']
  const isSecure = secureHosts.includes(headers.host?.toLowerCase() ?? '')
  const isOwnOrigin =
    origin === `http://${headers.host}` || (isSecure && origin === `https://${headers.host}`)
  const mayBeTyped = method === 'GET' && !isEventStream
  const isOwnSite = site === 'same-origin' || (site === 'none' && mayBeTyped)
  const isNamed = origin !== undefined || site !== undefined
  if (
    (origin === undefined || isOwnOrigin) &&
    (site === undefined || isOwnSite) &&
    (isNamed || isRecall || method === 'GET')
  )
    return null
  return refuse(403, 'Only the page of this server may ask that.')
}

/** What has something done: a token exchanged for a cookie, an agent run, a log mended. Everything else only reads. */
const POST_ADDRESSES = listAddresses({ method: 'post' })

const MAX_URL = 8192
