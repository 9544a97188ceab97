import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLine } from '../document/read-document.ts'
import { arbitraryLine } from '../testing/arbitrary-lines.ts'
import { arbitraryQuerySeed, cutQuery } from '../testing/arbitrary-query.ts'
import { createLineFilter } from './create-line-filter.ts'
import { matchesQuery } from './matches-query.ts'
import { createPart } from './parse-query.ts'
import type { SearchQuery } from './search-query.ts'

const FILE = { session: 's1', firstTime: () => 0 }
const MUCH = { bytes: Buffer.alloc(1 << 20, ' '), offset: 0 }

/** Some characters of the line's strings as escapes, as the numbers say. */
function escapeSome(line: Buffer, chosen: readonly number[]): Buffer {
  let at = 0
  const text = line.toString().replace(/[^"\\{}[\]:,\s]/g, unit => {
    const isChosen = chosen[at++ % chosen.length] === 0
    return isChosen ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit
  })
  return Buffer.from(text)
}

const arbitraryWrittenLine = fc.oneof(
  { weight: 3, arbitrary: arbitraryLine },
  fc
    .tuple(arbitraryLine, fc.array(fc.nat({ max: 20 }), { minLength: 20, maxLength: 60 }))
    .map(([line, chosen]) => escapeSome(line, chosen)),
)

function check(lines: readonly Buffer[], query: SearchQuery): void {
  const bytes = Buffer.concat(lines)
  const expected: number[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start)
    const documents = readLine(bytes.subarray(start, end), FILE)
    if (documents.some(document => matchesQuery(document, query))) expected.push(start)
    start = end + 1
  }
  const [fresh, used] = [createLineFilter(query), createLineFilter(query)]
  // After much it looks in another way.
  used(MUCH)
  for (const choose of [fresh, used]) {
    const chosen = [...choose({ bytes, offset: 0 })].map(({ offset }) => offset)
    expect(chosen, JSON.stringify(query)).toEqual(expect.arrayContaining(expected))
    expect(chosen).toEqual([...new Set(chosen)].sort((one, other) => one - other))
  }
}

describe('a line filter', () => {
  it('never leaves out a line that the query finds, however it is written', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryWrittenLine, { minLength: 1, maxLength: 8 }),
        fc.array(arbitraryQuerySeed, { minLength: 4, maxLength: 8 }),
        (lines, seeds) => {
          const documents = lines
            .flatMap(line => readLine(line.subarray(0, -1), FILE))
            .map(document => ({ document, place: '' }))
          // The tool of an answer stands in another line, which nobody looks for here.
          for (const seed of seeds) check(lines, withoutTool(cutQuery(documents, seed)))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('knows signs that fold to letters, also as escapes', () => {
    const parts = [createPart('kelvin', false), createPart('istanbul', false)]
    const query = { words: parts, excluded: [], filters: {} }
    for (const content of [
      '\u212aelvin \u0130stanbul',
      '\\u212aelvin \\u0130stanbul',
      '\\u212Aelvin Istanbul',
    ])
      check([Buffer.from(`{"type":"user","message":{"content":"${content}"}}\n`)], query)
  })

  it('leaves out a coloured line, unless what it shows may hold the word', () => {
    const query = { words: [createPart('Harbour', false)], excluded: [], filters: {} }
    const lineOf = (content: string): Buffer =>
      Buffer.from(`{"type":"user","message":{"content":"${content}"}}\n`)
    const choose = (content: string): number => {
      check([lineOf('lamp'), lineOf(content), lineOf('lamp')], query)
      const bytes = Buffer.concat([lineOf('lamp'), lineOf(content), lineOf('lamp')])
      return [...createLineFilter(query)({ bytes, offset: 0 })].length
    }
    for (const content of [
      '\\u001b[31mhar\\u001b[0m bour',
      'har\\n\\u001b[31mbour\\u001b[0m',
      'C:\\\\bin \\u001b[1;31mHAR\\u001B[0m',
    ])
      expect(choose(content), content).toBe(0)
    for (const content of [
      'H\\u001b[1mAR\\u001B[38;5;1mbour',
      'har\\u001b[1m\\u001b[4mbour',
      'har\\u001b]8;;http://x\\u0007bour',
      'har\\u001b(Bbour',
      'har\\u0008bour \\u001b[0m',
      'har\\bbour \\u001b[0m',
      '\\u001b[0m \\\\har\\bbour',
      'har\u007fbour \\u001b[0m',
      'har\u0085bour \\u001b[0m',
      'har\u009d8;;\u009cbour \\u001b[0m',
      'har\\u001b[31\\bmbour',
      'har\\u001b[1 mbour',
    ])
      expect(choose(content), content).toBe(1)
  })

  it('need not look for control characters, which no JSON holds as they are', () => {
    const query = { words: [createPart('Harbour', false)], excluded: [], filters: {} }
    for (const control of ['\b', '\u001b[1m', '\u0000'])
      check([Buffer.from(`{"type":"user","message":{"content":"har${control}bour \\u001b[0m"}}\n`)], query)
  })

  it('reads a line with an ESC and a turned direction, which is spelled out', () => {
    const query = { words: [createPart('u+202e', false)], excluded: [], filters: {} }
    for (const turn of ['\u202e', '\\u202e'])
      check([Buffer.from(`{"type":"user","message":{"content":"${turn} \\u001b[0m"}}\n`)], query)
  })
})

function withoutTool({ filters: { tool: _, ...filters }, ...query }: SearchQuery): SearchQuery {
  return { ...query, filters }
}
