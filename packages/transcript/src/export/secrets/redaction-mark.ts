/** What stands in the place of a secret. */
export function redactionMark(kind: string): string {
  return `[redacted:${kind}]`
}

/** Every mark, of this pass or of an earlier one; global. */
export const REDACTION_MARK: RegExp = /\[redacted:[a-z0-9-]{1,40}\]/g

/** What a mark looks like to those who search: one character that belongs to no word, value or token. */
export const HIDDEN_MARK = '\uE000'
