import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeCacheFile } from '../cache-file.ts'
import { createTermReader } from '../text/create-term-reader.ts'
import { encodeSegment, SEGMENT_KIND, type SignedBlock } from './encode-segment.ts'
import { openSegment } from './open-segment.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-segment-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let written = 0

/** A segment with a block for each text, the later the newer. */
function write(texts: readonly string[]): ReturnType<typeof openSegment> {
  const reader = createTermReader()
  const blocks = texts.map((text, at): SignedBlock => {
    reader.readText(text)
    return {
      range: 0,
      offset: at * 100,
      length: 100,
      newest: at,
      oldest: at,
      signature: reader.takeSignature(),
    }
  })
  const path = join(folder, `${written++}`)
  writeCacheFile(path, SEGMENT_KIND, encodeSegment(blocks))
  return openSegment(path)
}

function placesOf(segment: ReturnType<typeof openSegment>, terms: readonly string[]): readonly number[] {
  return [...segment.find(terms)].map(({ newest }) => newest)
}

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'ß', 'é', '配', '置'),
  minLength: 1,
  maxLength: 6,
})
const text = fc.array(letters, { maxLength: 8 }).map(words => words.join(' '))

describe('a segment', () => {
  it('names every block with words that begin with the terms, the newest first', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), fc.array(letters, { maxLength: 3 }), (texts, terms) => {
        const words = terms.map(term =>
          /^[配置]/.test(term) ? term.slice(0, 1) : (/^[^配置]+/.exec(term)?.[0] ?? ''),
        )
        const segment = write(texts)
        const found = placesOf(segment, words)
        segment.close()
        expect(found).toEqual(found.toSorted((one, other) => other - one))
        const held = texts.flatMap((said, at) => {
          const starts = said.split(/ |(?=[配置])/)
          return words.every(word => starts.some(start => start.startsWith(word))) ? [at] : []
        })
        expect(found).toEqual(expect.arrayContaining(held))
      }),
      { numRuns: 200 },
    )
  })

  it('names few others, however many blocks and words there are', () => {
    const texts = Array.from({ length: 300 }, (_, block) =>
      Array.from({ length: 400 }, (_, word) => (block * 400 + word).toString(36).padStart(6, 'x')).join(' '),
    )
    const segment = write(texts)
    const counts = texts.map((_, block) => segment.count((block * 400 + 7).toString(36).padStart(6, 'x')))
    const vain = texts.reduce(
      (sum, _, block) =>
        sum + placesOf(segment, [(block * 400 + 7).toString(36).padStart(6, 'x')]).length - 1,
      0,
    )
    segment.close()
    expect(counts.every(({ held, all }) => held >= 1 && all === 300)).toBe(true)
    expect(vain / texts.length).toBeLessThan(15)
  })
})
