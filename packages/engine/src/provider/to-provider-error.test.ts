import { APIConnectionError, APIError } from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { toProviderError } from './to-provider-error.ts'

const { signal } = new AbortController()

describe("an official client's error", () => {
  it('that the API answered with is a refusal with its words, and says when to try again', () => {
    const body = { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' } }
    const headers = new Headers({ 'retry-after': '7', 'request-id': 'req_1' })
    expect(toProviderError(APIError.generate(429, body, undefined, headers), signal)).toMatchObject({
      ...{ code: 'rate-limited', message: 'Slow down.', status: 429, errorType: 'rate_limit_error' },
      ...{ retryAfter: 7000, requestId: 'req_1' },
    })
  })

  it('in the middle of a stream has no status, and is the server’s', () => {
    const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const error = new APIError(undefined, body, undefined, new Headers())
    expect(toProviderError(error, signal)).toMatchObject({ code: 'overloaded', message: 'Overloaded' })
  })

  it('without an answer says that the API cannot be reached', () => {
    const error = new APIConnectionError({ message: 'Connection error.' })
    expect(toProviderError(error, signal)).toMatchObject({
      ...{ code: 'connection', message: 'The API cannot be reached: Connection error.' },
    })
  })

  it('of our own calling off is an interruption', () => {
    const stopped = AbortSignal.abort()
    expect(toProviderError(new APIConnectionError({}), stopped)).toMatchObject({ code: 'interrupted' })
  })
})
