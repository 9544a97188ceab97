/** A way in which a request goes wrong on purpose. */
export type Fault =
  | {
      readonly kind: 'error'
      readonly status: number
      readonly errorType?: string
      readonly message?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** No answer at all; the connection closes after so many milliseconds. */
  | { readonly kind: 'timeout'; readonly milliseconds: number }
  /** So many milliseconds before each event. */
  | { readonly kind: 'slow-stream'; readonly milliseconds: number }
  /** The connection breaks after so many bytes of the body. */
  | { readonly kind: 'cut-stream'; readonly afterBytes: number }
  /** An `error` event after so many events. */
  | {
      readonly kind: 'error-event'
      readonly afterEvents: number
      readonly errorType?: string
      readonly message?: string
    }
  /** An event whose data is no JSON, after so many events. */
  | { readonly kind: 'malformed-event'; readonly afterEvents: number }
  | { readonly kind: 'duplicate-message-start' }
  | { readonly kind: 'refusal'; readonly category?: string; readonly explanation?: string }
  /** Stops with `max_tokens` inside the first tool call, its input cut. */
  | { readonly kind: 'max-tokens-in-call' }
  | { readonly kind: 'pause-turn' }

/** Decides which requests go wrong. */
export interface FaultPlan {
  /** The fault of this request, if it has one; each request asks once. */
  next(request: {
    readonly number: number
    readonly model: string
    readonly random: () => number
  }): Fault | null
  add(rule: FaultRule): void
  clear(): void
}

/** Which requests a fault meets: the next `times`, those of a model, each with a probability. */
export type FaultRule = {
  readonly fault: Fault
  /** Requests that pass before it begins; none unless told. */
  readonly after?: number
  /** How many requests it meets; one unless told, `Infinity` for all. */
  readonly times?: number
  readonly probability?: number
  readonly model?: string
}
