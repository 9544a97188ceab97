import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryText } from '../testing/arbitrary-lines.ts'
import { createTermReader } from './create-term-reader.ts'
import { foldText, normalizeText } from './fold-text.ts'
import { rowsOf } from './term-hash.ts'
import { eachTerm } from './word-runs.ts'

const reader = createTermReader()

function collect(read: () => void): readonly number[] {
  read()
  const rows: number[] = []
  for (const [place, word] of reader.takeSignature().entries())
    for (let bit = 0; word >>> bit !== 0 && bit < 32; bit++)
      if ((word >>> bit) & 1) rows.push(place * 32 + bit)
  return rows
}

/** The rows of the terms by their definition. */
function expected(text: string): readonly number[] {
  const normalized = normalizeText(text)
  const folded = foldText(normalized)
  const rows = new Set<number>()
  eachTerm(normalized, (start, end) => {
    for (const row of rowsOf(folded.slice(start, end))) rows.add(row)
  })
  return [...rows].sort((one, other) => one - other)
}

/** Composed characters alone: others are marked in two ways. */
function expectRows(found: readonly number[], text: string): void {
  if (text.normalize('NFC') === text) expect(found).toEqual(expected(text))
  else expect(found).toEqual(expect.arrayContaining([...expected(text)]))
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
  it('marks the terms of a text, and the same in its bytes', () => {
    fc.assert(
      fc.property(anyText, text => {
        expectRows(
          collect(() => reader.readText(text)),
          text,
        )
        if (/\p{Surrogate}/u.test(text)) return
        expectRows(
          collect(() => reader.readBytes(Buffer.from(text).toString('latin1'))),
          text,
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('marks the terms beside every character there is', () => {
    const wrong: string[] = []
    for (let point = 0x80; point <= 0xffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue
      const text = `aB ${String.fromCharCode(point)}cD=${String.fromCharCode(point)}`
      reader.readBytes(Buffer.from(text).toString('latin1'))
      const signature = reader.takeSignature()
      const isMarked = (row: number): boolean => (((signature[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1
      if (!expected(text).every(isMarked)) wrong.push(point.toString(16))
    }
    expect(wrong).toEqual([])
  })
})
