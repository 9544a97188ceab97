/** What stands in the place of a secret. */
export function redactionMark(kind: string): string {
  return `[redacted:${kind}]`
}

/** What a mark looks like to those who search: one character that belongs to no word, value or token. */
export const HIDDEN_MARK = '\uE000'
