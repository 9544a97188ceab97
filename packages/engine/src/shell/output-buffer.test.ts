import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOutputBuffer } from './output-buffer.ts'

describe('createOutputBuffer', () => {
  it('keeps everything that fits, and of more head, tail and the number of characters between', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' })),
        fc.integer({ min: 2, max: 40 }),
        (pieces, limit) => {
          const buffer = createOutputBuffer(40)
          for (const piece of pieces) buffer.write(piece)
          const whole = pieces.join('')
          const text = buffer.text(limit)
          expect(buffer.units()).toBe(whole.length)
          if (whole.length <= limit) {
            expect(text).toBe(whole)
            return
          }
          const [, head = '', count, tail = ''] =
            /^(.*)\n\n\[… (\d+) characters left out …\]\n\n(.*)$/s.exec(text) ?? []
          expect(head.length + tail.length).toBeLessThanOrEqual(limit)
          expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true)
          expect(head.length + Number(count) + tail.length).toBe(whole.length)
        },
      ),
    )
  })

  it('cuts no character in two', () => {
    const buffer = createOutputBuffer(6)
    buffer.write('😀😀😀😀😀😀')
    expect(buffer.text()).not.toMatch(/\p{Surrogate}/u)
  })

  it('begins anew after it was cleared', () => {
    const buffer = createOutputBuffer(10)
    buffer.write('a\nb')
    buffer.clear()
    buffer.write('c\n')
    expect([buffer.text(), buffer.lines(), buffer.units()]).toEqual(['c\n', 1, 2])
  })
})
