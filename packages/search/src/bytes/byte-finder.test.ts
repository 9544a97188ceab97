import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ByteFinder, type BytePattern, standsAt, toPattern } from './byte-pattern.ts'
import { createExpressionFinder } from './expression-finder.ts'
import { createVectorFinder } from './vector-finder.ts'

const FEW_BYTES = fc.constantFrom(
  0x00,
  0x0a,
  0x20,
  0x41,
  0x4b,
  0x5c,
  0x61,
  0x6b,
  0x75,
  0x80,
  0xaa,
  0xe2,
  0xff,
)

const arbitraryPattern: fc.Arbitrary<BytePattern> = fc.oneof(
  fc
    .string({ unit: fc.constantFrom('a', 'k', 'u', 'A', ' ', '\\', 'é', '配'), minLength: 1, maxLength: 40 })
    .map(toPattern),
  fc
    .array(
      fc
        .record({ value: FEW_BYTES, loose: fc.constantFrom(0, 0x20, 3) })
        .map(({ value, loose }) => ({ value: value | loose, loose })),
      { minLength: 1, maxLength: 4 },
    )
    .map(bytes => ({ bytes })),
  fc
    .nat({ max: 3 })
    .map(rest => ({ ...toPattern('\\u'), accepts: (_: Buffer, at: number) => at % 4 === rest })),
)

const arbitraryBytes = fc
  .array(fc.oneof({ weight: 9, arbitrary: FEW_BYTES }, fc.nat({ max: 255 })), { maxLength: 300 })
  .map(bytes => Buffer.from(bytes))

function placesOf(finder: ByteFinder, bytes: Buffer): readonly number[] {
  finder.load(bytes)
  const places: number[] = []
  for (let at = finder.next(0); at !== -1; at = finder.next(at + 1)) places.push(at)
  return places
}

describe('a finder of bytes', () => {
  it('finds every place of every pattern, whichever way it looks, and none of what was loaded before', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryPattern, { minLength: 1, maxLength: 5 }),
        fc.array(arbitraryBytes, { minLength: 1, maxLength: 4 }),
        (patterns, loads) => {
          const finders = [createExpressionFinder(patterns), createVectorFinder(patterns)]
          for (const bytes of loads) {
            const expected = [...bytes.keys()].filter(at => patterns.some(one => standsAt(one, bytes, at)))
            for (const finder of finders) expect(finder && placesOf(finder, bytes)).toEqual(expected)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('looks through more than it had room for', () => {
    const finder = createVectorFinder([toPattern('lamp')])
    const bytes = Buffer.alloc(3 << 20, 'x')
    bytes.write('LAMP', bytes.length - 4)
    expect(finder && placesOf(finder, bytes)).toEqual([bytes.length - 4])
    expect(finder && placesOf(finder, Buffer.from('a Lamp lam'))).toEqual([2])
  })

  it('finds in its own bytes where several look for the same', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryPattern, { minLength: 1, maxLength: 3 }),
        arbitraryBytes,
        arbitraryBytes,
        (patterns, one, other) => {
          const [first, second] = [createVectorFinder(patterns), createVectorFinder(patterns)]
          if (!first || !second) return
          first.load(one)
          second.load(other)
          const expected = [...one.keys()].filter(at => patterns.some(pattern => standsAt(pattern, one, at)))
          const places: number[] = []
          for (let at = first.next(0); at !== -1; at = first.next(at + 1)) {
            places.push(at)
            second.next(0)
          }
          expect(places).toEqual(expected)
        },
      ),
    )
  })
})
