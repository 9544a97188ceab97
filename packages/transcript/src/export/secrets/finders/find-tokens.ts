import type { SecretSpan } from '../secret-span.ts'
import { CLOUD_TOKENS } from '../tokens/cloud-tokens.ts'
import { CODE_TOKENS } from '../tokens/code-tokens.ts'
import { GENERAL_TOKENS, SERVICE_TOKENS } from '../tokens/service-tokens.ts'
import type { TokenKind } from '../tokens/token-kind.ts'

/** The table of tokens that are known by their look, from their vendors' public pages. */
const TOKEN_KINDS: readonly TokenKind[] = [
  ...CODE_TOKENS,
  ...CLOUD_TOKENS,
  ...SERVICE_TOKENS,
  ...GENERAL_TOKENS,
]

/** Tokens that are known by their look, wherever they stand. */
export function findTokens(text: string): readonly SecretSpan[] {
  if (!LONG_RUN.test(text)) return []
  const spans: SecretSpan[] = []
  for (const { kind, hints, pattern } of suspects(text)) {
    if (!hints.some(hint => text.includes(hint))) continue
    for (const match of text.matchAll(pattern))
      spans.push({ start: match.index, end: match.index + match[0].length, kind })
  }
  return spans
}

// Every kind is at least so long.
const LONG_RUN = /[\w+/=.~$!:-]{16}/

/** The kinds of which a hint may stand in the text: one pass over the text asks for all hints at once. */
function suspects(text: string): readonly TokenKind[] {
  const found = new Set<number>(HINTLESS)
  for (let index = 2; index < text.length; index++) {
    const bucket = BUCKETS[slotOf(text, index - 2)]
    if (bucket !== undefined) for (const kind of bucket) found.add(kind)
  }
  return TOKEN_KINDS.filter((_, index) => found.has(index))
}

const SLOTS = 65_536
const BUCKETS: (number[] | undefined)[] = Array.from({ length: SLOTS })
const HINTLESS: number[] = []

for (const [index, { hints }] of TOKEN_KINDS.entries())
  for (const hint of hints)
    if (hint.length < 3) HINTLESS.push(index)
    else {
      const slot = slotOf(hint, 0)
      BUCKETS[slot] = [...(BUCKETS[slot] ?? []), index]
    }

/** By three characters from `start` on. */
function slotOf(text: string, start: number): number {
  return (
    (text.charCodeAt(start) * 961 + text.charCodeAt(start + 1) * 31 * 7 + text.charCodeAt(start + 2)) % SLOTS
  )
}
