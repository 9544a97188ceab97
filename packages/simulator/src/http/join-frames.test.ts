import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinFrames } from './join-frames.ts'

const LIMIT = 16 * 1024

describe('joinFrames', () => {
  it('keeps every byte in its order, in pieces as large as they may be', () => {
    const sizes = fc.array(fc.oneof(fc.nat(300), fc.nat(3 * LIMIT)), { maxLength: 60 })
    fc.assert(
      fc.property(sizes, fc.boolean(), (lengths, isText) => {
        const frames = lengths.map((length, index) => {
          const text = String.fromCharCode(65 + (index % 26)).repeat(length)
          return isText ? text : Buffer.from(text)
        })
        const pieces = [...joinFrames(frames)]
        expect(pieces.map(String).join('')).toBe(frames.map(String).join(''))
        for (const piece of pieces)
          expect(piece.length <= LIMIT || frames.some(frame => String(frame) === String(piece))).toBe(true)
        for (const [index, piece] of pieces.slice(1).entries())
          expect((pieces[index]?.length ?? 0) + piece.length).toBeGreaterThan(LIMIT / 2)
      }),
      { numRuns: 100 },
    )
  })
})
