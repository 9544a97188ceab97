import { get as getHttp, type IncomingMessage, STATUS_CODES } from 'node:http'
import { get as getHttps } from 'node:https'
import { type Duplex, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { formatDuration, formatSize } from '@antiphon/core/ui'
import { lookUpPublic, PRIVATE_ADDRESS } from '../../sandbox/private-address.ts'
import { decodePage } from './decode-page.ts'
import { describePrivate, parseFetchUrl } from './parse-fetch-url.ts'

/** A page as text, the place to which it has moved, or why there is neither. */
type PageResult =
  | { readonly kind: 'page'; readonly page: FetchedPage }
  | { readonly kind: 'moved'; readonly to: string; readonly code: number; readonly codeText: string }
  | { readonly kind: 'problem'; readonly problem: string }

export type FetchedPage = {
  /** Where it was found in the end. */
  readonly url: string
  readonly code: number
  readonly codeText: string
  readonly bytes: number
  readonly text: string
}

type FetchPageOptions = {
  readonly allowPrivateAddresses: boolean
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly maxBytes: number
  /** How many characters of the page are kept. */
  readonly maxUnits: number
}

/** Fetches a page and makes text of it. Follows redirects on the same host only: permissions are given by host. */
export async function fetchPage(url: URL, options: FetchPageOptions): Promise<PageResult> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = AbortSignal.any([options.signal, timeout])
  try {
    return await follow(url, { ...options, signal })
  } catch (error) {
    if (options.signal.aborted) return toProblem('The fetch was interrupted.')
    if (timeout.aborted)
      return toProblem(`${url.href} did not answer within ${formatDuration(options.timeoutMs)}.`)
    return toProblem(describeError(error, url))
  }
}

const MAX_REDIRECTS = 10

async function follow(start: URL, options: FetchPageOptions): Promise<PageResult> {
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await httpGet(url, options)
    const next = redirectOf(response, url)
    if (next === null) return readPage(response, url, options)
    response.destroy()
    if (!isSameSite(url, next)) return { kind: 'moved', to: next.href, ...statusOf(response) }
    const allowed = parseFetchUrl(next.href, options)
    if ('problem' in allowed) return toProblem(allowed.problem)
    url = allowed
  }
  return toProblem(`${start.href} redirects more than ${MAX_REDIRECTS} times.`)
}

async function readPage(response: IncomingMessage, url: URL, options: FetchPageOptions): Promise<PageResult> {
  const status = statusOf(response)
  const { maxBytes, maxUnits } = options
  const isGood = status.code >= 200 && status.code < 300
  const body = await readBody(response, maxBytes)
  if (body === null)
    return toProblem(
      `${url.href} is larger than ${formatSize(maxBytes)}. Fetch it with a command such as curl and look at parts of the file.`,
    )
  const decoded = decodePage({ body, contentType: response.headers['content-type'] ?? '', url, maxUnits })
  if (!isGood) {
    const said = 'text' in decoded ? decoded.text.slice(0, SAID_UNITS) : ''
    return toProblem(`${url.href} answered with ${status.code} ${status.codeText}.${said && `\n\n${said}`}`)
  }
  if ('problem' in decoded) return toProblem(decoded.problem)
  return { kind: 'page', page: { url: url.href, ...status, bytes: body.length, text: decoded.text } }
}

const SAID_UNITS = 1_000

function redirectOf(response: IncomingMessage, url: URL): URL | null {
  const { location } = response.headers
  const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0)
  return isRedirect && location !== undefined && URL.canParse(location, url.href)
    ? new URL(location, url)
    : null
}

function isSameSite(from: URL, to: URL): boolean {
  const isUpgrade =
    from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === ''
  if (from.protocol !== to.protocol && !isUpgrade) return false
  return withoutWww(from.host) === withoutWww(to.host)
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

function statusOf(response: IncomingMessage): { readonly code: number; readonly codeText: string } {
  const code = response.statusCode ?? 0
  return { code, codeText: response.statusMessage || STATUS_CODES[code] || '' }
}

function toProblem(problem: string): PageResult {
  return { kind: 'problem', problem }
}

function describeError(error: unknown, url: URL): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === PRIVATE_ADDRESS) return describePrivate(url.hostname)
  if (code === 'ENOTFOUND') return `The host ${url.hostname} is not known. Is the address right?`
  if (code === 'ECONNREFUSED') return `The host ${url.host} refuses the connection.`
  return `${url.href} could not be fetched: ${error instanceof Error ? error.message || code : String(error)}`
}

type HttpGetOptions = {
  readonly allowPrivateAddresses: boolean
  readonly signal: AbortSignal
}

/** One request, without following anything. Rejects when the name leads to a private address. */
export function httpGet(url: URL, options: HttpGetOptions): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      {
        headers: HEADERS,
        // A connection of its own that ends with the request.
        agent: false,
        signal: options.signal,
        ...(!options.allowPrivateAddresses && { lookup: lookUpPublic }),
      },
      resolve,
    )
    request.once('error', reject)
  })
}

const HEADERS = {
  accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Antiphon/0.1 (a coding agent)',
}

/** The whole body, unpacked; null when it is larger than allowed, packed or unpacked. Rejects when it is damaged or cut off. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  const stream = unpack(response)
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > maxBytes) return null
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    response.destroy()
    stream.destroy()
  }
}

function unpack(response: IncomingMessage): Readable {
  const encodings = (response.headers['content-encoding'] ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
  return encodings.toReversed().reduce<Readable>((stream, encoding) => {
    const decoder = createDecoder(encoding)
    // The reader of the last stream sees what went wrong in any of them.
    return decoder ? pipeline(stream, decoder, () => {}) : stream
  }, response)
}

function createDecoder(encoding: string): Duplex | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return null
  }
}
