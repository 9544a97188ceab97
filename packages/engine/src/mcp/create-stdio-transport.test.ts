import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitLines } from './create-stdio-transport.ts'

describe('splitLines', () => {
  it('gives the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme' }).filter(text => !text.includes('\n') && text.trim() !== '')
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(200)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map(text => `${text}\n`).join(''))
        const seen: (string | null)[] = []
        const read = splitLines(10_000, text => seen.push(text))
        const places = [0, ...cuts.filter(cut => cut < bytes.length).toSorted((a, b) => a - b), bytes.length]
        places.forEach((place, index) => {
          read(bytes.subarray(places[index - 1] ?? 0, place))
        })
        expect(seen).toEqual(lines.map(text => Buffer.from(text).toString('utf8')))
      }),
    )
  })

  it('gives up once, at a line that is too long', () => {
    const seen: (string | null)[] = []
    const read = splitLines(4, text => seen.push(text))
    for (const piece of ['ok\nabc', 'de', 'fgh\nmore\n']) read(Buffer.from(piece))
    expect(seen).toEqual(['ok', null])
  })
})
