import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventMeter } from './create-transport.ts'

/** How much of a text is still open, when it comes in these pieces. */
function openAfter(pieces: readonly string[]): number {
  const meter = createEventMeter()
  return pieces.map(piece => meter(Buffer.from(piece))).at(-1) ?? 0
}

describe('createEventMeter', () => {
  it.each([
    ['an event that has ended', ['data: x\n\n'], 0],
    ['one that ended as Windows ends lines', ['data: x\r\n\r\n'], 0],
    ['one whose end came later', ['data: x', '\n', '\n'], 0],
    ['one that is still open', ['data: x\n\ndata: y\n'], 8],
    ['a line that ends in a chunk of its own', ['data: x', '\n', 'data: y'], 15],
    ['half an end of Windows', ['data: x\r\n\r', '\n'], 0],
  ])('measures %s', (_, pieces, size) => {
    expect(openAfter(pieces)).toBe(size)
  })

  it('measures the same however a text is cut into pieces', () => {
    const piece = fc.constantFrom('data: x', '\n', '\r\n', '\r', 'a', '\n\n')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), pieces => {
        expect(openAfter([...pieces.join('')])).toBe(openAfter([pieces.join('')]))
      }),
    )
  })
})
