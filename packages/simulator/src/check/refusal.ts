/** Why a request is not answered: what the API would send, and which rule says so. */
export type ApiRefusal = {
  readonly status: number
  readonly errorType: string
  readonly message: string
  readonly errorCode?: string
  /** The contract's id of the rule; none for a fault that was asked for. */
  readonly rule?: string
  /** Where in the request: `messages.2.content.0`. */
  readonly path?: string
  /** True where the text is ours because nobody has published the API's. */
  readonly isInvented?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** What a check gives: the thing itself, or why it is refused. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: ApiRefusal }

/** A refusal as the outcome of a check. */
export function refuse(refusal: ApiRefusal): { readonly ok: false; readonly refusal: ApiRefusal } {
  return { ok: false, refusal }
}

/** The body of an error as the API sends it. */
export function toErrorBody(refusal: ApiRefusal, requestId: string): Readonly<Record<string, unknown>> {
  const { errorType, message, errorCode } = refusal
  const details = errorCode === undefined ? {} : { details: { error_code: errorCode } }
  return { type: 'error', error: { type: errorType, message, ...details }, request_id: requestId }
}

/** The headers of an error: whether to try again, and for tests the rule, so that nobody has to match on text. */
export function toErrorHeaders(refusal: ApiRefusal): Readonly<Record<string, string>> {
  return {
    'x-should-retry': String(RETRIED.has(refusal.status)),
    ...(refusal.rule !== undefined && { 'x-sim-rule': refusal.rule }),
    ...(refusal.isInvented === true && { 'x-sim-invented': 'true' }),
    ...refusal.headers,
  }
}

const RETRIED: ReadonlySet<number> = new Set([408, 409, 429, 500, 503, 504, 529])
