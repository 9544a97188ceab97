import { encodeEntry } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedEntry } from '../protocol/log-protocol.ts'
import { formatPlacedEntry } from './place-entry.ts'

/** Entries with long texts of characters that take one, three or six bytes, in wide and deep places. */
const text = fc
  .tuple(
    fc.constantFrom('x', '灯', '\u0001', '😀', '"', '\u202e'),
    fc.constantFrom(0, 1, 30, 300, 5000, 40_000),
  )
  .map(([unit, count]) => unit.repeat(count))
const leaf = fc.oneof(
  text,
  fc.integer(),
  fc.constantFrom(null, true),
  fc.constantFrom('', 'x'.repeat(30), 1).map(item => Array.from({ length: 20_000 }, () => item)),
)
const KEYS = ['data', 'text', 'content', 'signature', 'k'.repeat(300), '__proto__']
const inner = fc.oneof(leaf, fc.array(leaf, { maxLength: 6 }), fc.dictionary(fc.constantFrom(...KEYS), leaf))
const value = fc.oneof(
  inner,
  fc.array(inner, { maxLength: 6 }),
  fc.dictionary(fc.constantFrom(...KEYS), inner),
)
const entry = fc.record({ type: fc.constant('user'), message: value, toolUseResult: value, uuid: fc.uuid() })

function place(stored: Record<string, unknown>): { readonly bytes: number; readonly placed: PlacedEntry } {
  const json = formatPlacedEntry({
    kind: 'entry',
    entry: stored,
    seq: 7,
    next: 7 + Buffer.byteLength(encodeEntry(stored)),
  })
  return { bytes: Buffer.byteLength(json), placed: JSON.parse(json) }
}

describe('an entry on its way to the page', () => {
  it('is never longer than a page, and keeps its name', () => {
    fc.assert(
      fc.property(entry, stored => {
        const { bytes, placed } = place(stored)
        expect(bytes).toBeLessThan(150 * 1024)
        expect(placed).toMatchObject({ seq: 7, entry: { type: 'user', uuid: stored.uuid } })
        if (placed.cut === 0 && !JSON.stringify(stored).includes('signature'))
          expect(placed.entry).toEqual(stored)
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })

  it('is as it was stored where it is short', () => {
    const stored = { type: 'x', text: 'x'.repeat(3000), signature: 's', list: [1, null, { a: [] }] }
    expect(place(stored).placed).toEqual({ seq: 7, next: expect.any(Number), entry: stored, cut: 0 })
  })
})
