/** Where a secret stands in a text. */
export type SecretSpan = {
  readonly start: number
  readonly end: number
  readonly kind: string
  /** For a number of JSON: where a quote stands. Its mark needs such quotes, or the text would be no JSON any more. */
  readonly quoteAt?: number
}

/**
 * Looks for secrets of one sort. It reads every character a bounded number of times, reports places in their order, and
 * looks at plain text only: what hides a text from its reader is undone before.
 */
export type SecretFinder = (text: string) => readonly SecretSpan[]
