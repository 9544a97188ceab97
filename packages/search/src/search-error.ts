export type SearchErrorCode = 'cache-in-root'

/** A set-up that cannot work: what is wrong, where, and what to do. */
export class SearchError extends Error {
  readonly code: SearchErrorCode

  constructor(code: SearchErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = 'SearchError'
    this.code = code
  }
}
