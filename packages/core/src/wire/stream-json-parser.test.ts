import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeWireEvent } from './encode-wire-event.ts'
import { createStreamJsonParser, type ParsedLine, parseStreamJson } from './stream-json-parser.ts'

const recordings = ['stream-json/', 'control-protocol/'].flatMap(folder => {
  const url = new URL(`../../fixtures/${folder}`, import.meta.url)
  return readdirSync(url)
    .filter(name => name.endsWith('.jsonl'))
    .map(name => [name, readFileSync(new URL(name, url))] as const)
})

describe('createStreamJsonParser', () => {
  it('gives an event with its line and the bytes before it', () => {
    expect(parse('\n \r\n{"type":"keep_alive"}\r\n  {"type":"é"}\n{"type":"x"}\n')).toEqual([
      { kind: 'event', event: { type: 'keep_alive' }, line: 3, offset: 4 },
      { kind: 'event', event: { type: 'é' }, line: 4, offset: 29 },
      { kind: 'event', event: { type: 'x' }, line: 5, offset: 43 },
    ])
  })

  it('reads a last line that has no newline', () => {
    expect(parse('{"type":"keep_alive"}')).toMatchObject([{ kind: 'event', line: 1 }])
  })

  it('reads both of two glued events, each at its own offset', () => {
    expect(parse('\ufeff{"type":"é"} {"type":"b"}\n')).toEqual([
      { kind: 'event', event: { type: 'é' }, line: 1, offset: 3 },
      { kind: 'event', event: { type: 'b' }, line: 1, offset: 17 },
    ])
  })

  it('keeps the good part of a glued line and reports the bad one', () => {
    expect(parse('{"type":"a"}{bad}\n{"type":"c"}\n')).toMatchObject([
      { kind: 'event', event: { type: 'a' } },
      { kind: 'bad', reason: 'not-json', line: 1, offset: 12, size: 5, excerpt: '{bad}' },
      { kind: 'event', event: { type: 'c' }, line: 2 },
    ])
  })

  it.each([
    ['not-json', 'hello'],
    ['not-object', '[{"type":"a"}]'],
    ['not-object', '"text"'],
    ['not-object', 'null'],
    ['no-type', '{"a":1}'],
    ['no-type', '{"type":5}'],
  ])('reports %s and reads on', (reason, line) => {
    expect(parse(`${line}\n{"type":"a"}\n`)).toEqual([
      { kind: 'bad', reason, line: 1, offset: 0, size: line.length, excerpt: line },
      { kind: 'event', event: { type: 'a' }, line: 2, offset: line.length + 1 },
    ])
  })

  it('reports bytes that are no UTF-8', () => {
    const bytes = Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d, 0x0a)
    expect(parse(bytes)).toMatchObject([
      { kind: 'bad', reason: 'not-utf8', size: 4, excerpt: '{\ufffd\ufffd}' },
    ])
  })

  it('reads an event whose text has bytes that are no UTF-8, with a sign in their place', () => {
    const line = (text: string): Uint8Array => Buffer.from(text, 'latin1')
    expect(parse(line('{"type":"a","t":"x\xffy"}\n{"type":"b"}\n'))).toEqual([
      { kind: 'event', event: { type: 'a', t: 'x\ufffdy' }, line: 1, offset: 0, hasInvalidText: true },
      { kind: 'event', event: { type: 'b' }, line: 2, offset: 23 },
    ])
    expect(parse(line('{"type":"a","t":"\xff"}{"type":"b"}\n'))).toMatchObject([
      { event: { type: 'a', t: '\ufffd' }, hasInvalidText: true },
      { event: { type: 'b' } },
    ])
  })

  it('says of a last line without end that it is torn', () => {
    expect(parse('{"type":"a"}\n{"type":"us')).toMatchObject([
      { kind: 'event' },
      { kind: 'bad', reason: 'torn', line: 2, offset: 13, size: 11 },
    ])
  })

  it('drops a line that is too long up to its newline, and says how long it was', () => {
    const long = JSON.stringify({ type: 'a', text: '字'.repeat(1000) })
    const parser = createStreamJsonParser({ maxLineBytes: 100 })
    const parsed = [...`${long}\n{"type":"b"}\n`].flatMap(character => parser.push(character))
    expect(parsed).toMatchObject([
      { kind: 'bad', reason: 'too-long', line: 1, size: Buffer.byteLength(long) },
      { kind: 'event', event: { type: 'b' }, line: 2, offset: Buffer.byteLength(long) + 1 },
    ])
    expect(parsed[0]).toHaveProperty('excerpt', [...long].slice(0, 120).join(''))
  })

  it('reads a line of exactly the greatest length', () => {
    const parser = createStreamJsonParser({ maxLineBytes: 12 })
    expect(parser.push('{"type":"a"}\n{"type":"ab"}\n')).toMatchObject([{ kind: 'event' }, { kind: 'bad' }])
  })

  it('joins a surrogate pair that two string chunks share', () => {
    const parser = createStreamJsonParser()
    expect([...parser.push('{"type":"\ud83d'), ...parser.push('\ude00"}\n')]).toMatchObject([
      { event: { type: '\u{1f600}' } },
    ])
  })

  it('does not lose half a pair when bytes follow a string', () => {
    const parser = createStreamJsonParser()
    const rest = new TextEncoder().encode('"}\n')
    expect([...parser.push('{"type":"\ud83d'), ...parser.push(rest)]).toMatchObject([
      { event: { type: '\ufffd' } },
    ])
  })

  it('gives nothing more when it is ended twice', () => {
    const parser = createStreamJsonParser()
    parser.push('{"type":"a"}')
    expect(parser.end()).toHaveLength(1)
    expect(parser.end()).toEqual([])
  })

  it('gives the same lines wherever the bytes are cut', () => {
    const line = fc.oneof(
      fc
        .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())
        .map(value => JSON.stringify({ ...value, type: 'x😀' })),
      fc.constantFrom('', ' ', '{"type":"a"}{"type":"字"}', 'oops', '{"type":', '[1]', '\ufeff{"type":"b"}'),
    )
    const ending = fc.constantFrom('\n', '\r\n')
    const text = fc.array(fc.tuple(line, ending), { maxLength: 6 }).map(lines => lines.flat().join(''))
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('', '{"type":"last"}', '{"to'),
        fc.array(fc.nat(200)),
        (head, tail, sizes) => {
          const bytes = new TextEncoder().encode(head + tail)
          expect(parseInPieces(bytes, sizes)).toEqual(parse(bytes))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), chunks => {
        const parser = createStreamJsonParser({ maxLineBytes: 16 })
        const parsed = [...chunks.flatMap(chunk => parser.push(chunk)), ...parser.end()]
        expect(parsed.every(({ kind }) => kind === 'bad' || kind === 'event')).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(recordings)('reads %s without a bad line and gives back what was encoded again', (_, bytes) => {
    const events = toEvents(parse(bytes))
    expect(events.map(event => JSON.stringify(event))).toEqual(bytes.toString().split('\n').filter(Boolean))
    expect(toEvents(parse(events.map(event => encodeWireEvent(event)).join('')))).toEqual(events)
  })
})

describe('parseStreamJson', () => {
  it('reads a source that is awaited, to its end', async () => {
    async function* source() {
      yield '{"type":"a"}\n{"ty'
      yield new TextEncoder().encode('pe":"b"}')
    }
    const events: unknown[] = []
    for await (const parsed of parseStreamJson(source())) events.push(parsed.kind === 'event' && parsed.event)
    expect(events).toEqual([{ type: 'a' }, { type: 'b' }])
  })
})

function parse(input: Uint8Array | string): readonly ParsedLine[] {
  const parser = createStreamJsonParser()
  return [...parser.push(input), ...parser.end()]
}

function parseInPieces(bytes: Uint8Array, sizes: readonly number[]): readonly ParsedLine[] {
  const parser = createStreamJsonParser()
  const parsed: ParsedLine[] = []
  let position = 0
  for (const size of sizes) {
    parsed.push(...parser.push(bytes.slice(position, position + size)))
    position += size
  }
  // The rest byte by byte, so that every character and every CRLF is cut somewhere.
  for (; position < bytes.length; position++) parsed.push(...parser.push(bytes.slice(position, position + 1)))
  return [...parsed, ...parser.end()]
}

function toEvents(parsed: readonly ParsedLine[]) {
  return parsed.map(line => {
    if (line.kind === 'bad') throw new Error(`line ${line.line}: ${line.reason}`)
    return line.event
  })
}
