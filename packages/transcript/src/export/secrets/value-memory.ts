import { Buffer } from 'node:buffer'
import { hasLetterAndDigit, isPlaceholder, isWordy } from './looks-secret.ts'
import type { SecretSpan } from './secret-span.ts'

/** Values that were found to be secrets once, to be known wherever they stand. Its size is bounded. */
export interface ValueMemory {
  add(kind: string, value: string): void
  isEmpty(): boolean
  /** Where they stand, in their order. It takes time in proportion to the text. */
  find(text: string): readonly SecretSpan[]
}

const SHORTEST = 8
const LONGEST = 200
const MOST_VALUES = 20_000

/** A memory that knows nothing yet. */
export function createValueMemory(): ValueMemory {
  const kinds = new Map<string, string>()
  // By what their first characters come to; with the lengths of those that share it, longest first.
  const lengths = new Map<number, number[]>()

  function keep(kind: string, value: string): void {
    if (kinds.has(value) || kinds.size >= MOST_VALUES) return
    kinds.set(value, kind)
    const key = hashOf(value)
    const known = lengths.get(key) ?? []
    if (!known.includes(value.length))
      lengths.set(
        key,
        [...known, value.length].sort((one, other) => other - one),
      )
  }

  function matchAt(text: string, start: number, key: number): SecretSpan | null {
    for (const length of lengths.get(key) ?? []) {
      const value = text.slice(start, start + length)
      const kind = kinds.get(value)
      if (kind !== undefined && (length >= SURE || standsAlone(text, start, length)))
        return { start, end: start + length, kind }
    }
    return null
  }

  return {
    add(kind, value) {
      for (const part of value.split(/\s+/))
        if (isMemorable(part)) for (const spelling of spellingsOf(part)) keep(kind, spelling)
    },
    isEmpty: () => kinds.size === 0,
    find(text) {
      const spans: SecretSpan[] = []
      if (kinds.size === 0 || text.length < SHORTEST) return spans
      let key = hashOf(text)
      for (let start = 0; ; start++) {
        const span = lengths.has(key) ? matchAt(text, start, key) : null
        if (span) {
          spans.push(span)
          start = span.end - 1
          key = hashOf(text.slice(start + 1, start + 1 + SHORTEST))
        } else if (start + SHORTEST < text.length)
          key = roll(key, text.charCodeAt(start), text.charCodeAt(start + SHORTEST))
        if (start + SHORTEST >= text.length) return spans
      }
    },
  }
}

/** So long that it is no part of another word by chance. */
const SURE = 20

/** A word that people use would be taken out of sentences that have nothing to do with it. */
function isMemorable(value: string): boolean {
  return (
    value.length >= SHORTEST &&
    value.length <= LONGEST &&
    hasLetterAndDigit(value) &&
    !isWordy(value) &&
    !isPlaceholder(value)
  )
}

function spellingsOf(value: string): readonly string[] {
  return [value, encode(value), Buffer.from(value).toString('base64').replace(/.?=*$/, '')].filter(
    spelling => spelling.length >= SHORTEST && spelling.length <= LONGEST,
  )
}

function encode(value: string): string {
  // Half of a pair of surrogates cannot be encoded.
  return /\p{Cs}/u.test(value) ? value : encodeURIComponent(value)
}

function standsAlone(text: string, start: number, length: number): boolean {
  const before = text[start - 1] ?? ' '
  const after = text[start + length] ?? ' '
  return (
    !(/\w/.test(before) && /\w/.test(text[start] ?? '')) &&
    !(/\w/.test(after) && /\w/.test(text[start + length - 1] ?? ''))
  )
}

const FACTOR = 31
const OUTGOING = Array.from({ length: SHORTEST - 1 }).reduce<number>(power => Math.imul(power, FACTOR), 1)

function hashOf(text: string): number {
  let key = 0
  for (let index = 0; index < SHORTEST; index++)
    key = (Math.imul(key, FACTOR) + (text.charCodeAt(index) || 0)) | 0
  return key
}

function roll(key: number, outgoing: number, incoming: number): number {
  return (Math.imul((key - Math.imul(outgoing, OUTGOING)) | 0, FACTOR) + incoming) | 0
}
