import type { ApiRefusal } from '../../check/refusal.ts'

/** The exception that stands for an error type of the API; types that Bedrock does not know have the other one. */
export function toExceptionName(errorType: string, otherwise: string): string {
  return EXCEPTIONS.get(errorType) ?? otherwise
}

/** A refusal with Bedrock's status, and its words where they are known to differ. */
export function toBedrockRefusal(refusal: ApiRefusal): ApiRefusal {
  if (refusal.rule === 'ENV-08')
    return {
      ...refusal,
      status: 400,
      errorType: 'invalid_request_error',
      message: 'The provided model identifier is invalid.',
    }
  return { ...refusal, status: STATUSES.get(refusal.errorType) ?? refusal.status }
}

const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['invalid_request_error', 'ValidationException'],
  ['request_too_large', 'ValidationException'],
  ['authentication_error', 'UnrecognizedClientException'],
  ['permission_error', 'AccessDeniedException'],
  ['billing_error', 'AccessDeniedException'],
  ['not_found_error', 'ResourceNotFoundException'],
  ['conflict_error', 'ConflictException'],
  ['rate_limit_error', 'ThrottlingException'],
  ['timeout_error', 'ModelTimeoutException'],
  ['overloaded_error', 'ServiceUnavailableException'],
  ['api_error', 'InternalServerException'],
])

/** Where Bedrock's status is another than the API's. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['authentication_error', 403],
  ['billing_error', 403],
  ['timeout_error', 408],
  ['overloaded_error', 503],
])
