import { type ApiRequest, DEFAULT_API_VERSION } from '@antiphon/contract'
import type { ModelStreamEvent } from '@antiphon/core'
import type { UsageLedger } from '@antiphon/core/usage'
import { createUsageWatch } from './meter-provider.ts'
import { type PostedAnswer, postJson } from './post-json.ts'
import type { Provider, StreamOptions } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import { readServerEvents } from './read-server-events.ts'
import { toRefusal } from './to-refusal.ts'

export type AnthropicProviderOptions = {
  readonly apiKey?: string | undefined
  readonly authToken?: string | undefined
  readonly baseURL?: string | undefined
  readonly name?: string
  /** Where every answer is written down. */
  readonly spending?: UsageLedger | undefined
}

/** The Messages API; retries are the loop's, which shows them. */
export function createAnthropicProvider(options: AnthropicProviderOptions): Provider {
  const { name = 'Anthropic API', spending } = options
  return {
    platform: 'anthropic',
    name,
    async *stream(request, streamOptions) {
      const count = spending && createUsageWatch(spending)
      try {
        for await (const event of ask(options, request, streamOptions)) {
          count?.(event)
          yield event
        }
      } catch (error) {
        throw toError(error, streamOptions.signal)
      }
    },
  }
}

async function* ask(
  { apiKey, authToken, baseURL }: AnthropicProviderOptions,
  request: ApiRequest,
  { signal, betas = [], onRequestId }: StreamOptions,
): AsyncGenerator<ModelStreamEvent> {
  const answer = await postJson({
    url: toUrl(baseURL || process.env.ANTHROPIC_BASE_URL?.trim() || 'https://api.anthropic.com'),
    headers: {
      accept: 'application/json',
      'user-agent': 'antiphon',
      'anthropic-version': DEFAULT_API_VERSION,
      ...(apiKey && { 'x-api-key': apiKey }),
      ...(authToken && { authorization: `Bearer ${authToken}` }),
      ...readCustomHeaders(process.env.ANTHROPIC_CUSTOM_HEADERS),
      ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
    },
    body: JSON.stringify({ ...request, stream: true }),
    signal,
  })
  const requestId = answer.headers['request-id']
  if (answer.status < 200 || answer.status > 299) throw await readRefusal(answer)
  if (requestId) onRequestId?.(requestId)
  for await (const { event, data } of readServerEvents(answer.body)) {
    if (event === 'ping' || data === '') continue
    if (event === 'error') throw toBrokenOff(data, answer)
    // Its events are the API's, and so are ours.
    yield JSON.parse(data) as ModelStreamEvent
  }
}

function toUrl(base: string): URL {
  return new URL(`${base.replace(/\/$/, '')}/v1/messages`)
}

/** Headers that the environment adds, as for every program of the API: a line each. */
function readCustomHeaders(text = ''): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter(line => line.includes(':'))
  return Object.fromEntries(
    lines.map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

async function readRefusal({ status, headers, body }: PostedAnswer): Promise<ProviderError> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  const text = Buffer.concat(pieces).toString()
  return toRefusal({
    status,
    body: parseJson(text),
    getHeader: name => headers[name],
    message: text === '' ? `${status} status code (no body)` : `${status} ${text}`,
    requestId: headers['request-id'],
  })
}

function toBrokenOff(data: string, { headers }: PostedAnswer): ProviderError {
  return toRefusal({
    status: undefined,
    body: parseJson(data),
    getHeader: name => headers[name],
    message: data,
    requestId: headers['request-id'],
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toError(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error
  if (signal.aborted)
    return new ProviderError('interrupted', 'The request was interrupted.', { cause: error })
  const words = describe(error)
  const text = error instanceof SyntaxError ? words : `The API cannot be reached: ${words}`
  return new ProviderError('connection', text, { cause: error })
}

/** A name with several addresses fails at each, in an error that says nothing itself. */
function describe(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describe).join(', ')
  return error instanceof Error ? error.message : String(error)
}
