import { findSecrets } from './find-secrets.ts'
import { redactionMark } from './redaction-mark.ts'

/** Told of each secret that was replaced, and of its value where it is to be known again. */
export type CountSecret = (kind: string, value?: string) => void

/**
 * The text with a mark in the place of each secret. It takes time in proportion to the text, whatever stands in it, and
 * changes nothing the second time: what a mark uncovers is looked for as well.
 */
export function redactText(text: string, count: CountSecret): string {
  let redacted = text
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = findSecrets(redacted)
    if (found.length === 0) return redacted
    const pieces: string[] = []
    let kept = 0
    for (const { start, end, kind, value, quote } of found) {
      count(kind, value)
      const mark = redactionMark(kind)
      pieces.push(redacted.slice(kept, start), quote + mark + quote)
      kept = end
    }
    redacted = pieces.join('') + redacted.slice(kept)
  }
  return redacted
}

// Two are enough for what people write.
const MOST_ROUNDS = 8
