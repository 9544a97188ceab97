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

/** Told of each secret, and of its value where it is to be known again; false leaves it where it stands. */
export type TakeSecret = (kind: string, value?: string) => boolean

/** A secret that is to be replaced: with its value as it is read, and with the quotes that its mark needs. */
export type MarkedSpan = SecretSpan & { readonly value?: string; readonly quote?: string }

/** The text with a mark in the place of each secret. Of two that overlap the later one is left. */
export function markSpans(text: string, spans: readonly MarkedSpan[], take: TakeSecret): string {
  const pieces: string[] = []
  let kept = 0
  for (const { start, end, kind, value = text.slice(start, end), quote = '' } of spans) {
    if (start < kept || !take(kind, value)) continue
    pieces.push(text.slice(kept, start), quote + redactionMark(kind) + quote)
    kept = end
  }
  return pieces.join('') + text.slice(kept)
}

/** What stands in the place of a secret. */
export function redactionMark(kind: string): string {
  return `[redacted:${kind}]`
}

/** What a mark looks like to those who search: one character that belongs to no word, value or token. */
export const HIDDEN_MARK = '\uE000'
