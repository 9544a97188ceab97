import { type AssistantMessage, createAssistantAPIErrorMessage } from '@antiphon/core'
import { toAssistantMessageError } from '@antiphon/core/wire'
import type { ProviderError } from '../provider/provider-error.ts'

/**
 * A request that failed, as it stands in the log: `content` for a person, the SDK's class of the failure for programs,
 * what the API itself called it, and its own words for whoever looks for the cause.
 */
export function createApiErrorMessage(
  error: ProviderError,
  content: string,
  { isMeta = false }: { readonly isMeta?: boolean } = {},
): AssistantMessage {
  const { status, errorType, message, requestId } = error
  return createAssistantAPIErrorMessage({
    content,
    isMeta,
    error: toAssistantMessageError({ status: status ?? null, errorType, message }),
    // `invalid_request_error` is `invalid_request` here, as in the seeds.
    ...(errorType !== undefined && { apiError: errorType.replace(/_error$/, '') }),
    errorDetails: [message, ...listCauses(error)].join(': '),
    ...(status !== undefined && { apiErrorStatus: status }),
    ...(requestId !== undefined && { requestId }),
  })
}

/** What lies below an error that no API gave: `connect ECONNREFUSED 127.0.0.1:1`. */
function listCauses({ status, cause }: ProviderError): readonly string[] {
  if (status !== undefined) return []
  const words: string[] = []
  for (let depth = 0, at = cause; at instanceof Error && depth < MAX_DEPTH; depth++, at = at.cause)
    if (at.message !== '' && !words.includes(at.message)) words.push(at.message)
  return words
}

const MAX_DEPTH = 5
