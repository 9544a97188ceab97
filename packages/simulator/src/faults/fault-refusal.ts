import type { ApiRefusal } from '../check/refusal.ts'
import type { Fault } from './fault.ts'

/** The error that a fault answers with, or null for a fault that lets the request be answered. */
export function toFaultRefusal(fault: Fault | null): ApiRefusal | null {
  if (fault?.kind !== 'error') return null
  const known = ERRORS[fault.status] ?? { errorType: 'api_error', message: 'Internal server error' }
  return {
    status: fault.status,
    errorType: fault.errorType ?? known.errorType,
    message: fault.message ?? known.message,
    headers: { ...known.headers, ...fault.headers },
  }
}

type KnownError = Pick<ApiRefusal, 'errorType' | 'message' | 'headers'>

const ERRORS: Readonly<Record<number, KnownError | undefined>> = {
  400: { errorType: 'invalid_request_error', message: 'A fault was asked for.' },
  401: { errorType: 'authentication_error', message: 'invalid x-api-key' },
  402: { errorType: 'billing_error', message: 'Your credit balance is too low to access the Anthropic API.' },
  403: {
    errorType: 'permission_error',
    message: 'Your API key does not have permission to use this resource.',
  },
  404: { errorType: 'not_found_error', message: 'Not found' },
  409: { errorType: 'conflict_error', message: 'Conflict' },
  413: { errorType: 'request_too_large', message: 'Request exceeds the maximum size' },
  429: {
    errorType: 'rate_limit_error',
    message: 'This request would exceed your account’s rate limit. Please try again later.',
    headers: { 'retry-after': '1' },
  },
  500: { errorType: 'api_error', message: 'Internal server error' },
  503: { errorType: 'api_error', message: 'Service unavailable' },
  504: { errorType: 'timeout_error', message: 'The request timed out.' },
  529: { errorType: 'overloaded_error', message: 'Overloaded' },
}
