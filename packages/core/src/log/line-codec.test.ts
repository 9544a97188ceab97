import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answer, prompt } from '../testing/log-builder.ts'
import { encodeEntry } from './encode-entry.ts'
import { createLineDecoder, decodeLines, encodeLines } from './line-codec.ts'
import { type LogLine, toLocatedEntries } from './log-line.ts'

const encoder = new TextEncoder()

function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  const buffers = parts.map(part => (typeof part === 'string' ? encoder.encode(part) : Uint8Array.from(part)))
  return new Uint8Array(Buffer.concat(buffers))
}

/** What was found, in few words: an entry's field `n`, or the reason why there is none. */
function describeLines(lines: readonly LogLine[]): readonly unknown[] {
  return lines.map(line => {
    if (line.kind === 'entry') return (line.entry as { n?: unknown }).n ?? line.entry
    return line.kind === 'bad' ? line.reason : line.kind
  })
}

function decode(...parts: readonly (string | readonly number[])[]): readonly unknown[] {
  return describeLines(decodeLines(bytes(...parts)))
}

describe('decodeLines', () => {
  it('reads an entry a line and says where it stands', () => {
    const lines = decodeLines(bytes('{"n":1}\n{"n":"é"}\n'))
    expect(lines).toMatchObject([
      { kind: 'entry', entry: { n: 1 }, offset: 0, length: 8 },
      { kind: 'entry', entry: { n: 'é' }, offset: 8, length: 11 },
    ])
    expect(toLocatedEntries(lines)).toEqual({ entries: [{ n: 1 }, { n: 'é' }], offsets: [0, 8] })
  })

  it('counts offsets from where the bytes begin in the file', () => {
    expect(decodeLines(bytes('{"n":1}\n'), { offset: 100 })).toMatchObject([{ offset: 100 }])
  })

  it.each([
    ['a missing last newline', ['{"n":1}'], [1]],
    ['CRLF', ['{"n":1}\r\n{"n":2}\r\n'], [1, 2]],
    ['a byte order mark', [[0xef, 0xbb, 0xbf], '{"n":1}\n'], [1]],
    ['blank lines', ['\n \t\r\n{"n":1}\n\n'], ['blank', 'blank', 1, 'blank']],
    ['white space around', ['  {"n":1}  \n'], [1]],
    ['bytes that are no UTF-8 in a text', ['{"n":"a', [0xff], 'b"}\n{"n":2}\n'], ['a\ufffdb', 2]],
    ['a character cut in two in a text', ['{"n":"', [0xe2, 0x86], '"}\n'], ['\ufffd']],
    ['glued entries with such bytes', ['{"n":"', [0xff], '"}{"n":2}\n'], ['\ufffd', 2]],
    ['a lone surrogate in an escape', ['{"n":"\\ud83d"}\n'], ['\ud83d']],
  ])('takes %s', (_, parts, found) => {
    expect(decode(...parts)).toEqual(found)
  })

  it.each([
    ['a torn end', ['{"n":1}\n{"n":2,"te'], [1, 'torn']],
    ['a torn line in the middle', ['{"n":1,"text":"a\n{"n":2}\n'], ['torn', 2]],
    ['a character cut in two', ['{"n":"', [0xe2, 0x86], '\n{"n":2}\n'], ['torn', 2]],
    ['zeros for a line', [[0, 0, 0, 0x0a], '{"n":1}\n'], ['nul', 1]],
    ['bytes that are no UTF-8', [[0x80, 0xff], '\n{"n":2}\n'], ['not-utf8', 2]],
    ['words', ['hello\n{"n":1}\n'], ['not-json', 1]],
    ['JSON that is no object', ['[{"n":0}]\n5\nnull\n"x"\n{"n":1}\n'], [...Array(4).fill('not-object'), 1]],
    ['the second half of a line', ['rest"}}\n{"n":1}\n'], ['not-json', 1]],
  ])('loses that line alone to %s', (_, parts, found) => {
    expect(decode(...parts)).toEqual(found)
  })

  it('reads all objects of a line that lost its newline, each at its place', () => {
    const lines = decodeLines(bytes('{"n":1}{"n":"→"}{"n":3}\n'))
    expect(describeLines(lines)).toEqual([1, '→', 3])
    expect(lines.map(({ offset }) => offset)).toEqual([0, 7, 18])
  })

  it('reads the entry behind one that was cut off when the program died', () => {
    const torn = encodeEntry(answer('a', null)).slice(0, 200)
    const next = encodeEntry(prompt('b', 'a'))
    const lines = decodeLines(bytes(torn, next))
    expect(lines).toMatchObject([
      { kind: 'bad', reason: 'torn', length: 200 },
      { kind: 'entry', entry: { uuid: 'b' }, offset: 200 },
    ])
  })

  it('reads what stands before and behind a cut, and behind the zeros that a crash left', () => {
    const [first, second] = [encodeEntry(prompt('a', null)).trimEnd(), encodeEntry(prompt('b', 'a'))]
    expect(decodeLines(bytes(first, '{"type":"us', second)).map(line => line.kind)).toEqual([
      'entry',
      'bad',
      'entry',
    ])
    expect(decode('{"text":"a', [0, 0, 0], '{"n":2}\n')).toEqual(['torn', 'nul', 2])
    expect(decode([0, 0], '{"n":2}', [0], '\n')).toEqual(['nul', 2, 'nul'])
    expect(decode([0xef, 0xbb, 0xbf], '{"n":1}{"n":2}\n')).toEqual([1, 2])
  })

  it('does not take a message nested in a torn line for an entry', () => {
    const nested = '{"type":"progress","data":{"message":{"type":"user","message":{"role":"user"},"uuid":"x"}'
    expect(decode(`${nested}\n`)).toEqual(['torn'])
  })

  it("does not grope for entries in another program's log", () => {
    expect(decode('[10:00] received {"type":"summary","summary":"s","leafUuid":"u"}\n')).toEqual(['not-json'])
  })

  it('reads a line of 200,000 glued objects', () => {
    expect(decodeLines(bytes('{"n":1}'.repeat(200_000)))).toHaveLength(200_000)
  })

  it('bounds the search in a line with very many beginnings', () => {
    expect(decode(`${'{"type":'.repeat(100_000)}\n`)).toEqual(['torn'])
  })
})

const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })

const damagedBytes = fc
  .array(
    fc.oneof(
      object.map(value => `${JSON.stringify(value)}\n`),
      object.map(value => JSON.stringify(value)),
      fc.constantFrom(
        '\n',
        '\r\n',
        '\0\0',
        '{"type":"summary"}',
        '{"parentUuid":null,"ty',
        '"}',
        '\ufeff',
        ' ',
      ),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 8 },
  )
  .map(parts => bytes(...parts))

const anyBytes = fc.oneof(damagedBytes, fc.uint8Array({ maxLength: 100 }))

describe('every file', () => {
  it('comes back byte for byte, in stretches without a gap', () => {
    fc.assert(
      fc.property(anyBytes, given => {
        const lines = decodeLines(given)
        expect(Buffer.compare(encodeLines(lines), given)).toBe(0)
        const ends = lines.map(line => line.offset + line.length)
        expect(lines.map(line => line.offset)).toEqual([0, ...ends].slice(0, -1))
        expect(ends.at(-1) ?? 0).toBe(given.length)
      }),
      { numRuns: 4000 },
    )
  })

  it('gives every entry on a line of its own, whatever stands around it', () => {
    fc.assert(
      fc.property(damagedBytes, object, (before, value) => {
        const entry = { ...value, marker: 'here' }
        const given = bytes([...before], '\n', JSON.stringify(entry), '\n')
        expect(toLocatedEntries(decodeLines(given)).entries.at(-1)).toEqual(JSON.parse(JSON.stringify(entry)))
      }),
      { numRuns: 2000 },
    )
  })

  it('is decoded the same in chunks cut anywhere', () => {
    fc.assert(
      fc.property(anyBytes, fc.array(fc.nat(40)), (given, cuts) => {
        const decoder = createLineDecoder()
        const lines: LogLine[] = []
        let start = 0
        for (const cut of cuts) {
          const chunk = given.slice(start, start + cut)
          lines.push(...decoder.push(chunk))
          chunk.fill(0x7b)
          start += cut
        }
        lines.push(...decoder.push(given.subarray(start)), ...decoder.end())
        expect(lines).toEqual(decodeLines(given))
      }),
      { numRuns: 2000 },
    )
  })

  it('loses nothing where lines are longer than the decoder may hold', () => {
    fc.assert(
      fc.property(anyBytes, fc.integer({ min: 1, max: 30 }), (given, maxLineBytes) => {
        const decoder = createLineDecoder({ maxLineBytes })
        const lines = [...decoder.push(given), ...decoder.end()]
        expect(Buffer.compare(encodeLines(lines), given)).toBe(0)
        expect(lines.every(line => line.length <= maxLineBytes)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('createLineDecoder', () => {
  it('gives a line as soon as its newline is there', () => {
    const decoder = createLineDecoder({ offset: 7 })
    expect(decoder.push(bytes('{"n"'))).toEqual([])
    expect(decoder.push(bytes(':1}\n{"n":2}'))).toMatchObject([{ entry: { n: 1 }, offset: 7 }])
    expect(decoder.end()).toMatchObject([{ entry: { n: 2 }, offset: 15 }])
    expect(decoder.end()).toEqual([])
  })

  it('keeps what it read where the reader reuses its buffer', () => {
    const decoder = createLineDecoder()
    const buffer = Buffer.from('{"n":1}\n{"n"')
    const lines = [...decoder.push(buffer)]
    buffer.fill('x')
    lines.push(...decoder.push(Buffer.from(':2}\n')))
    expect(describeLines(lines)).toEqual([1, 2])
    expect(new TextDecoder().decode(encodeLines(lines))).toBe('{"n":1}\n{"n":2}\n')
  })

  it('hands out a line that is too long in pieces and reads on behind it', () => {
    const decoder = createLineDecoder({ maxLineBytes: 10 })
    const lines = [...decoder.push(bytes(`{"n":"${'x'.repeat(20)}"}\n{"n":2}\n`)), ...decoder.end()]
    expect(describeLines(lines)).toEqual(['too-long', 'too-long', 'too-long', 2])
  })

  it('tells a hole of zeros from a line', () => {
    const decoder = createLineDecoder({ maxLineBytes: 8 })
    const lines = [...decoder.push(new Uint8Array(20)), ...decoder.push(bytes('\n{"n":1}\n'))]
    expect(describeLines(lines)).toEqual(['nul', 'nul', 'too-long', 1])
  })
})
