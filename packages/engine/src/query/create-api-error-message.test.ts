import { describe, expect, it } from 'vitest'
import { ProviderError } from '../provider/provider-error.ts'
import { createApiErrorMessage } from './create-api-error-message.ts'

describe('createApiErrorMessage', () => {
  it('keeps what the API said and called it', () => {
    const error = new ProviderError('rate-limited', 'Slow down.', {
      status: 429,
      errorType: 'rate_limit_error',
      requestId: 'req_1',
      cause: new Error('429 {...}'),
    })
    expect(createApiErrorMessage(error, 'API Error: 429 Slow down.')).toMatchObject({
      isApiErrorMessage: true,
      error: 'rate_limit',
      apiError: 'rate_limit',
      apiErrorStatus: 429,
      errorDetails: 'Slow down.',
      requestId: 'req_1',
    })
  })

  it('tells what lies below an API that cannot be reached, however deep', () => {
    const cause = new Error('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    cause.cause = Object.assign(new Error('connect ECONNREFUSED'), { cause })
    const message = createApiErrorMessage(new ProviderError('connection', 'No way.', { cause }), 'x')
    expect(message).toMatchObject({
      error: 'unknown',
      errorDetails: 'No way.: fetch failed: connect ECONNREFUSED',
    })
    expect(message).not.toHaveProperty('apiError')
    expect(message).not.toHaveProperty('isMeta')
  })
})
