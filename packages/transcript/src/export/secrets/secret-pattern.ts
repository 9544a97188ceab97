import { isPlaceholder } from './looks-secret.ts'
import type { SecretSpan } from './secret-span.ts'

/** A form of secret that one pattern finds. */
export type SecretPattern = {
  readonly kind: string | ((name: string) => string)
  /** Global. The secret is its last group, and ends where the match does; a group before that is its name. */
  readonly pattern: RegExp
  /** A text without it is not searched. */
  readonly hint?: RegExp
  /** Whether a value is one; anything but a placeholder unless told. */
  readonly isSecret?: (value: string, found: FoundValue) => boolean
}

/** Where a value was found, and what it is called there. */
export type FoundValue = {
  readonly name: string
  readonly text: string
  /** Where the whole match begins, and where the value does and ends. */
  readonly matchStart: number
  readonly start: number
  readonly end: number
}

/** What some patterns find, pattern by pattern; `offset` is where the text stands in a larger one. */
export function findPatterns(
  text: string,
  patterns: readonly SecretPattern[],
  offset = 0,
): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const { kind, pattern, hint, isSecret = isValue } of patterns) {
    if (hint && !hint.test(text)) continue
    for (const match of text.matchAll(pattern)) {
      const groups = match.slice(1).filter(group => group !== undefined)
      const value = groups.at(-1) ?? ''
      const name = groups.length > 1 ? (groups[0] ?? '') : ''
      const end = match.index + match[0].length
      const start = end - value.length
      if (isSecret(value, { name, text, matchStart: match.index, start, end }))
        spans.push({
          start: offset + start,
          end: offset + end,
          kind: typeof kind === 'string' ? kind : kind(name),
        })
    }
  }
  return spans
}

/** Whether a value stands for itself. */
export function isValue(value: string): boolean {
  return !isPlaceholder(value)
}
