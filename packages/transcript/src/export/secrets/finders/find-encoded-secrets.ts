import { decodeBase64 } from '../looks-secret.ts'
import type { SecretFinder, SecretSpan } from '../secret-span.ts'

/** Runs of base64 behind which a secret stands as text, found by the finders that read text. */
export function createEncodedFinder(finders: readonly SecretFinder[]): SecretFinder {
  return text => {
    const spans: SecretSpan[] = []
    for (const match of text.matchAll(RUN)) {
      const [run] = match
      if (run.length > LONGEST || !isText(decodeBase64(run.slice(0, SAMPLE)))) continue
      const decoded = decodeBase64(run)
      if (!isText(decoded)) continue
      const kind = finders.flatMap(find => find(decoded))[0]?.kind
      if (kind !== undefined) spans.push({ start: match.index, end: match.index + run.length, kind })
    }
    return spans
  }
}

const RUN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}={0,2}/g
const LONGEST = 1_000_000
const SAMPLE = 32

function isText(decoded: string): boolean {
  return /^[\t\n\r\x20-\x7e]*$/.test(decoded)
}
