import type { ClientRequest, IncomingMessage, request } from 'node:http'
import type { Transform } from 'node:stream'

export type PostedAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: AsyncIterable<Uint8Array>
}

export type PostOptions = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

/**
 * Posts JSON and gives the answer as it comes. By Node's own client: `fetch` takes longer to load than everything else
 * that stands before the first request.
 */
export async function postJson(options: PostOptions): Promise<PostedAnswer> {
  const response = await send(options)
  const { statusCode = 0, headers } = response
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    ),
    body: unpack(response),
  }
}

type Client = { readonly request: typeof request }

function send({ url, headers, body, signal }: PostOptions): Promise<IncomingMessage> {
  // Loaded when the first request is sent: whoever imports the engine does not wait for them.
  const { request: open }: Client = process.getBuiltinModule(
    url.protocol === 'http:' ? 'node:http' : 'node:https',
  )
  const bytes = Buffer.from(body)
  const request = open(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
  })
  request.setTimeout(SILENCE_MS, () =>
    request.destroy(new Error(`nothing came for ${SILENCE_MS / 60_000} minutes`)),
  )
  limitConnecting(request)
  endWith(signal, request)
  return new Promise((resolve, reject) => {
    request.on('response', answer => {
      // Who reads it hears of what breaks by reading; nobody else has to.
      answer.on('error', () => undefined)
      resolve(answer)
    })
    request.on('error', reject)
    request.end(bytes)
  })
}

/** Not by the request's own option: that breaks the connection with an error, which nobody hears once the answer is left. */
function endWith(signal: AbortSignal, request: ClientRequest): void {
  const end = (): void => void request.destroy()
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  request.on('close', () => signal.removeEventListener('abort', end))
}

/** An answer that says nothing for so long will not go on. */
const SILENCE_MS = 300_000
const CONNECT_MS = 10_000

function limitConnecting(request: ClientRequest): void {
  const late = setTimeout(() => request.destroy(new Error('connecting took too long')), CONNECT_MS)
  const stop = (): void => clearTimeout(late)
  request.on('socket', socket => (socket.connecting ? socket.once('connect', stop) : stop()))
  request.on('close', stop)
}

/** We ask for nothing packed; what stands in between may pack it all the same. */
function unpack(response: IncomingMessage): AsyncIterable<Uint8Array> {
  const encoding = response.headers['content-encoding']
  if (encoding === undefined || encoding === 'identity') return response
  const { createBrotliDecompress, createGunzip, createInflate } = process.getBuiltinModule('node:zlib')
  const unpackers = new Map<string, () => Transform>([
    ['gzip', createGunzip],
    ['br', createBrotliDecompress],
    ['deflate', createInflate],
  ])
  const unpacker = unpackers.get(encoding)?.()
  if (unpacker === undefined) return response
  response.on('error', error => unpacker.destroy(error))
  unpacker.on('error', () => undefined)
  return response.pipe(unpacker)
}
