import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryText } from '../testing/arbitrary-lines.ts'
import { createTermReader } from './create-term-reader.ts'
import { foldText, normalizeText } from './fold-text.ts'
import { eachTerm } from './word-runs.ts'

let terms = new Set<string>()
const reader = createTermReader({
  takeAscii: (bytes, start, end) =>
    terms.add(Buffer.from(bytes.subarray(start, end)).toString('latin1').toLowerCase()),
  takeUnits: (folded, start, end) => terms.add(folded.slice(start, end)),
})

function collect(read: () => void): readonly string[] {
  terms = new Set()
  read()
  return [...terms].sort()
}

/** The terms by their definition. */
function expected(text: string): readonly string[] {
  const normalized = normalizeText(text)
  const folded = foldText(normalized)
  const defined = new Set<string>()
  eachTerm(normalized, (start, end) => defined.add(folded.slice(start, end)))
  return [...defined].sort()
}

const ODD = [
  '<\u0338foo',
  '\u2adcfoo',
  '=\u0338Bar',
  '1→import',
  '—Word—',
  '→é',
  'x\u0301y',
  '“aB”',
  '\u00a0A\u00a0',
]
const anyText = fc.oneof(
  arbitraryText,
  fc
    .array(fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 6 })
    .map(parts => parts.join('')),
)

describe('a term reader', () => {
  it('finds the terms of a text, and the same in its bytes', () => {
    fc.assert(
      fc.property(anyText, text => {
        const defined = expected(text)
        expect(collect(() => reader.readText(text))).toEqual(defined)
        if (/\p{Surrogate}/u.test(text)) return
        expect(collect(() => reader.readBytes(Buffer.from(text).toString('latin1')))).toEqual(defined)
      }),
      { numRuns: 1000 },
    )
  })

  it('finds the same terms beside every character there is', () => {
    const wrong: string[] = []
    for (let point = 0x80; point <= 0xffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue
      const text = `aB ${String.fromCharCode(point)}cD=${String.fromCharCode(point)}`
      const found = collect(() => reader.readBytes(Buffer.from(text).toString('latin1')))
      if (found.join() !== expected(text).join()) wrong.push(point.toString(16))
    }
    expect(wrong).toEqual([])
  })
})
