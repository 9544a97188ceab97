import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeWireEvent } from './encode-wire-event.ts'
import { createStreamJsonParser } from './stream-json-parser.ts'
import type { WireEvent } from './wire-event.ts'

const text = fc.string({ unit: 'binary', maxLength: 30 })
const anyEvent = fc
  .dictionary(text, fc.jsonValue({ stringUnit: 'binary' }))
  .map(fields => JSON.parse(JSON.stringify({ ...fields, type: 'user' })) as WireEvent)
/** Strings with all that is awkward: half pairs, line ends, controls, quotes, astral characters. */
const awkward = fc
  .array(
    fc.constantFrom('\ud800', '\udfff', '\u2028', '\u0085', '\0', '"', '\\', '\n', 'é', '字', '😀', 'plain'),
  )
  .map(parts => parts.join(''))

describe('encodeWireEvent', () => {
  it('writes one line with its newline', () => {
    expect(encodeWireEvent({ type: 'keep_alive' })).toBe('{"type":"keep_alive"}\n')
  })

  it('escapes the characters at which some readers break lines', () => {
    const line = encodeWireEvent(user('a\u2028b\u2029c\u0085d\ne'))
    expect(line).toContain(String.raw`a\u2028b\u2029c\u0085d\ne`)
    expect(parse(line)).toEqual(user('a\u2028b\u2029c\u0085d\ne'))
  })

  it('replaces half a surrogate pair and leaves text that only looks like its escape', () => {
    const line = encodeWireEvent(user('\ud800 \udc00\ud83d\ude00 \\ud800'))
    expect(parse(line)).toEqual(user('\ufffd \ufffd\u{1f600} \\ud800'))
  })

  it('gives back every event that is below the limit, in any cut', () => {
    fc.assert(
      fc.property(anyEvent, fc.integer({ min: 1, max: 40 }), (event, size) => {
        expect(parse(encodeWireEvent(event), size)).toEqual(event)
      }),
      { numRuns: 2000 },
    )
  })

  it('cuts the largest strings by code point and says how much is gone', () => {
    const event = user('😀'.repeat(1000), { short: 'kept', tool_use_result: 'é'.repeat(2000) })
    const line = encodeWireEvent(event, { maxLineBytes: 2048 })
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(2048)
    const cut = parse(line) as unknown as {
      message: { content: string }
      short: string
      tool_use_result: string
    }
    const [, kept, gone] = /^((?:😀)+)… \[(\d+) bytes cut\]$/u.exec(cut.message.content) ?? []
    expect(Buffer.byteLength(kept ?? '') + Number(gone)).toBe(4000)
    expect(cut.tool_use_result).toMatch(/^é+… \[\d+ bytes cut\]$/u)
    expect(cut.short).toBe('kept')
  })

  it('never cuts through a character, at whatever limit', () => {
    for (let maxLineBytes = 600; maxLineBytes < 620; maxLineBytes++) {
      const cut = parse(encodeWireEvent(user('😀'.repeat(1000)), { maxLineBytes }))
      expect(cut).toHaveProperty('message.content', expect.stringMatching(/^(?:😀)+… \[\d+ bytes cut\]$/u))
    }
  })

  it('wastes little of the room that it has', () => {
    const line = encodeWireEvent(user('a'.repeat(5_000_000)))
    expect(Buffer.byteLength(line)).toBeLessThan(1024 * 1024)
    expect(Buffer.byteLength(line)).toBeGreaterThan(1024 * 1024 - 100)
  })

  it('leaves the conversation whole where a large list of small things is to blame', () => {
    const patch = Array.from({ length: 5000 }, (_, index) => ({ line: index }))
    const line = encodeWireEvent(user('hello', { tool_use_result: { ok: true, patch } }), {
      maxLineBytes: 4096,
    })
    expect(parse(line)).toMatchObject({
      ...user('hello'),
      tool_use_result: { ok: true, patch: expect.stringMatching(/^… \[\d+ bytes cut\]$/) },
    })
  })

  it('keeps the names of an event when nothing else fits', () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, [index]]))
    const line = encodeWireEvent(user('x', { ...fields, uuid: 'u-1', session_id: 's-1' }), {
      maxLineBytes: 300,
    })
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(300)
    expect(parse(line)).toMatchObject({ type: 'user', uuid: 'u-1', session_id: 's-1' })
  })

  it('writes what is nested deeper than JSON.stringify can follow', () => {
    const deep = `{"type":"user","deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    const line = encodeWireEvent(JSON.parse(deep) as WireEvent)
    expect(line).toContain('nested too deep')
    expect(parse(line)).toMatchObject({ type: 'user' })
  })

  it('never writes more than the limit, always one line that parses, and keeps the type', () => {
    const { node } = fc.letrec(tie => ({
      node: fc.oneof(
        { maxDepth: 3 },
        awkward,
        fc.double(),
        fc.array(tie('node'), { maxLength: 5 }),
        fc.dictionary(awkward, tie('node'), { maxKeys: 5 }),
      ),
    }))
    const event = fc
      .dictionary(awkward, node, { maxKeys: 10 })
      .map(fields => ({ ...fields, type: 'user' }) as unknown as WireEvent)
    fc.assert(
      fc.property(event, fc.integer({ min: 256, max: 1000 }), (value, maxLineBytes) => {
        const line = encodeWireEvent(value, { maxLineBytes })
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(maxLineBytes)
        expect(line.search(/[\n\u0085\u2028\u2029]/)).toBe(line.length - 1)
        expect(line).not.toMatch(/\p{Surrogate}/u)
        expect(parse(line)).toHaveProperty('type', 'user')
      }),
      { numRuns: 2000 },
    )
  })
})

function user(content: string, extra: object = {}): WireEvent {
  return { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, ...extra }
}

function parse(line: string, size = line.length): WireEvent {
  const parser = createStreamJsonParser()
  const bytes = new TextEncoder().encode(line)
  const parsed = []
  for (let start = 0; start < bytes.length; start += size)
    parsed.push(...parser.push(bytes.slice(start, start + size)))
  expect(parsed).toMatchObject([{ kind: 'event' }])
  return (parsed[0] as { readonly event: WireEvent }).event
}
