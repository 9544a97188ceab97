import { describe, expect, it } from 'vitest'
import { type FailedRequest, toAssistantMessageError } from './assistant-message-error.ts'

describe('toAssistantMessageError', () => {
  it.each<[FailedRequest, string]>([
    [{ status: 400 }, 'invalid_request'],
    [{ status: 400, message: 'Your credit balance is too low to access the API.' }, 'billing_error'],
    [{ status: 401 }, 'authentication_failed'],
    [{ status: 402 }, 'billing_error'],
    [{ status: 403 }, 'authentication_failed'],
    [{ status: 404, message: 'model: claude-nobody' }, 'model_not_found'],
    [{ status: 404, message: 'no such endpoint' }, 'invalid_request'],
    [{ status: 413 }, 'invalid_request'],
    [{ status: 429 }, 'rate_limit'],
    [{ status: 500 }, 'server_error'],
    [{ status: 529 }, 'overloaded'],
    [{ status: null, errorType: 'overloaded_error' }, 'overloaded'],
    [{ status: null, errorType: 'timeout_error' }, 'server_error'],
    [{ status: null, errorType: 'of_tomorrow' }, 'unknown'],
    [{ status: null, errorType: 'constructor' }, 'unknown'],
    [{ status: null }, 'unknown'],
    [{ status: 418 }, 'unknown'],
  ])('knows %j as %s', (failure, known) => {
    expect(toAssistantMessageError(failure)).toBe(known)
  })
})
