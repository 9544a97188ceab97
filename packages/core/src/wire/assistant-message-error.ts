import { lookupTable } from '@antiphon/contract'
import type { SDKAssistantMessageError } from '../message/assistant-message.ts'

/** What is known of a request that failed; a null status means that no API answered, or that it failed in mid-stream. */
export type FailedRequest = {
  readonly status: number | null
  /** The API's own name of the failure: `overloaded_error`. */
  readonly errorType?: string | undefined
  readonly message?: string | undefined
}

/** The SDK's class of a failure, by the HTTP status, else by the API's own name of it. */
export function toAssistantMessageError(failure: FailedRequest): SDKAssistantMessageError {
  const { status, errorType = '', message = '' } = failure
  if (status === 400 && LOW_CREDIT.test(message)) return 'billing_error'
  if (status === 404 || errorType === 'not_found_error')
    return MODEL.test(message) ? 'model_not_found' : 'invalid_request'
  return toClassOf(status) ?? CLASS_OF_TYPE[errorType] ?? 'unknown'
}

const LOW_CREDIT = /credit balance is too low/i
const MODEL = /\bmodel\b/i

function toClassOf(status: number | null): SDKAssistantMessageError | undefined {
  switch (status) {
    case 400:
    case 413:
      return 'invalid_request'
    case 401:
    case 403:
      return 'authentication_failed'
    case 402:
      return 'billing_error'
    case 429:
      return 'rate_limit'
    case 529:
      return 'overloaded'
    default:
      return status !== null && status >= 500 ? 'server_error' : undefined
  }
}

const CLASS_OF_TYPE: Readonly<Record<string, SDKAssistantMessageError>> = lookupTable({
  invalid_request_error: 'invalid_request',
  request_too_large: 'invalid_request',
  authentication_error: 'authentication_failed',
  permission_error: 'authentication_failed',
  billing_error: 'billing_error',
  rate_limit_error: 'rate_limit',
  overloaded_error: 'overloaded',
  api_error: 'server_error',
  timeout_error: 'server_error',
})
