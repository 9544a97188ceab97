import { findCommandSecrets } from './finders/find-command-secrets.ts'
import { createEncodedFinder } from './finders/find-encoded-secrets.ts'
import { findHeaders } from './finders/find-headers.ts'
import { findNamedSecrets } from './finders/find-named-secrets.ts'
import { findNearWords } from './finders/find-near-words.ts'
import {
  BASIC_CREDENTIALS,
  CONNECTION_STRINGS,
  CREDENTIAL_FILES,
  findManifestSecrets,
  PROSE_SECRETS,
} from './finders/find-patterned-secrets.ts'
import { findPrivateKeys } from './finders/find-private-keys.ts'
import { findTokens } from './finders/find-tokens.ts'
import { findUrlSecrets } from './finders/find-url-secrets.ts'
import { joinWrapped, listReadings, type TextReading } from './readings.ts'
import { findPatterns } from './secret-pattern.ts'
import {
  HIDDEN_MARK,
  type MarkedSpan,
  markSpans,
  type SecretFinder,
  type SecretSpan,
  type TakeSecret,
} from './secret-span.ts'

/**
 * The text with a mark in the place of each secret. It takes time in proportion to the text, whatever stands in it, and
 * changes nothing the second time: what a mark uncovers is looked for as well.
 */
export function redactText(text: string, take: TakeSecret): string {
  let redacted = text
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = findSecrets(redacted)
    if (found.length === 0) return redacted
    const marked = markSpans(redacted, found, take)
    if (marked === redacted) return redacted
    redacted = marked
  }
  return redacted
}

// Two are enough for what people write.
const MOST_ROUNDS = 8

const READERS: readonly SecretFinder[] = [
  findPrivateKeys,
  findTokens,
  findHeaders,
  findUrlSecrets,
  text => findPatterns(text, BASIC_CREDENTIALS),
  findCommandSecrets,
  text => findPatterns(text, CONNECTION_STRINGS),
  text => [...findPatterns(text, CREDENTIAL_FILES), ...findManifestSecrets(text)],
  findNamedSecrets,
  text => [...findNearWords(text), ...findPatterns(text, PROSE_SECRETS)],
]

/** The order says who names a place that several find: who is sure of the kind comes first. */
const FINDERS: readonly SecretFinder[] = [...READERS, createEncodedFinder(READERS)]

/** The secrets of a text in their order, none of them over another, whichever way the text must be read to see them. */
function findSecrets(text: string): readonly MarkedSpan[] {
  if (text.length < SHORTEST_TEXT) return []
  const found: Ranked[] = []
  for (const view of listReadings(text)) {
    for (const [rank, find] of FINDERS.entries()) collect({ text, view }, { find, rank }, found)
    const joined = joinWrapped(view)
    if (joined) collect({ text, view: joined }, { find: findTokens, rank: 1 }, found)
  }
  return merge(found, text)
}

const SHORTEST_TEXT = 5

type Ranked = MarkedSpan & { readonly rank: number; readonly quote: string }

type RankedFinder = { readonly find: SecretFinder; readonly rank: number }

type Reading = { readonly text: string; readonly view: TextReading }

function collect({ text, view }: Reading, { find, rank }: RankedFinder, found: Ranked[]): void {
  for (const span of find(view.text)) {
    const sign = span.quoteAt === undefined ? null : view.toOrigin(span.quoteAt, span.quoteAt + 1)
    const quote = sign === null ? '' : text.slice(sign.start, sign.end)
    for (const { start, end } of splitAtMarks(view.text, span)) {
      const value = view.text.slice(start, end)
      found.push({ ...span, ...view.toOrigin(start, end), value, rank, quote })
    }
  }
}

/** What was redacted before stays as it is, also in the midst of a key. */
function splitAtMarks(text: string, { start, end }: SecretSpan): readonly { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  let from = start
  for (const part of text.slice(start, end).split(HIDDEN_MARK)) {
    if (/\S/.test(part)) parts.push({ start: from, end: from + part.length })
    from += part.length + 1
  }
  return parts
}

function merge(found: readonly Ranked[], text: string): readonly MarkedSpan[] {
  const sorted = found.toSorted((one, other) => one.start - other.start || other.end - one.end)
  const merged: Ranked[] = []
  for (const next of sorted) {
    const last = merged.at(-1)
    if (!last || next.start >= last.end) merged.push(next)
    else merged[merged.length - 1] = unite(last, next)
  }
  return merged.map(secret => keepEscapes(secret, text)).filter(({ start, end }) => start < end)
}

function unite(one: Ranked, other: Ranked): Ranked {
  const named = other.rank < one.rank ? other : one
  const start = Math.min(one.start, other.start)
  const end = Math.max(one.end, other.end)
  const isSame = one.start === other.start && one.end === other.end
  return { ...named, start, end, quote: isSame ? one.quote || other.quote : '' }
}

/** A place that begins or ends in the midst of an escape would leave half of it behind, and JSON would be none any more. */
function keepEscapes(secret: Ranked, text: string): MarkedSpan {
  const { rank: _, ...rest } = secret
  const start = isEscaped(text, secret.start) ? secret.start + 1 : secret.start
  const end = isEscaped(text, secret.end) ? secret.end - 1 : secret.end
  return { ...rest, start, end }
}

function isEscaped(text: string, at: number): boolean {
  let count = 0
  while (count < 64 && text[at - count - 1] === '\\') count += 1
  return count % 2 === 1
}
