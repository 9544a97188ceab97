/** What went wrong on the way to a model; the loop decides by it. */
export type ProviderErrorCode =
  | 'refused'
  | 'unauthorized'
  | 'too-large'
  | 'rate-limited'
  | 'overloaded'
  | 'server'
  | 'connection'
  | 'interrupted'

/** An answer that did not come, or broke off. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: ProviderErrorCode
  /** HTTP status, where there was one. */
  readonly status: number | undefined
  readonly errorType: string | undefined
  /** How long the API asks to wait, in milliseconds. */
  readonly retryAfter: number | undefined
  /** The API's name of the request, where it answered. */
  readonly requestId: string | undefined

  constructor(
    code: ProviderErrorCode,
    message: string,
    details: {
      readonly status?: number | undefined
      readonly errorType?: string | undefined
      readonly retryAfter?: number | undefined
      readonly requestId?: string | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status
    this.errorType = details.errorType
    this.retryAfter = details.retryAfter
    this.requestId = details.requestId
  }
}
