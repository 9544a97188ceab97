import type { SDKAssistantMessageError } from '../message/assistant-message.ts'

/** The SDK's class of a failure, from the HTTP status that the API answered with; null means that it did not. */
export function toAssistantMessageError(status: number | null): SDKAssistantMessageError {
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
      return status !== null && status >= 500 ? 'server_error' : 'unknown'
  }
}
