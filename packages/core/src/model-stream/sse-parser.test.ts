import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAssistantAccumulator } from './accumulate-assistant.ts'
import type { AccumulatedStep } from './accumulated-step.ts'
import { createSseParser, parseSse } from './sse-parser.ts'

const STREAM = [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      usage: { input_tokens: 3, output_tokens: 1 },
    },
  },
  { type: 'ping' },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: '考えよう 😀' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Grüße\n' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: '“dear” 🌍' } },
  { type: 'content_block_stop', index: 1 },
  {
    type: 'content_block_start',
    index: 2,
    content_block: { type: 'tool_use', id: 't', name: 'Bash', input: {} },
  },
  {
    type: 'content_block_delta',
    index: 2,
    delta: { type: 'input_json_delta', partial_json: '{"command":"ls' },
  },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: ' ä"}' } },
  { type: 'content_block_stop', index: 2 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { output_tokens: 42 },
  },
  { type: 'message_stop' },
]

describe('createSseParser', () => {
  it('gives the events of a stream as they were sent', () => {
    expect(parse(toSse(STREAM)).events).toEqual(STREAM)
  })

  it('gives the same messages wherever the bytes are cut once', () => {
    const bytes = new TextEncoder().encode(toSse(STREAM, '\r\n'))
    const whole = accumulate([bytes])
    expect(whole.filter(step => step.kind === 'message')).toHaveLength(3)
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(accumulate([bytes.slice(0, cut), bytes.slice(cut)])).toEqual(whole)
    }
  })

  it('gives the same messages in any cut, whatever ends the lines', () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 })
    fc.assert(
      fc.property(fc.constantFrom('\n', '\r\n', '\r'), pieces, (ending, sizes) => {
        const bytes = new TextEncoder().encode(toSse(STREAM, ending))
        expect(accumulate(cutUp(bytes, sizes))).toEqual(accumulate([toSse(STREAM)]))
      }),
      { numRuns: 2000 },
    )
  })

  it('joins data that stands on several lines, with or without the blank after the colon', () => {
    const { events } = parse('event: ping\ndata: {\ndata:"type":\ndata:  "ping"}\n\n')
    expect(events).toEqual([{ type: 'ping' }])
  })

  it('passes over comments, ids, retry times and frames without data', () => {
    const text = ': hello\n\nid: 5\nretry: 100\nevent: ping\n\n:\ndata: {"type":"ping"}\n\n'
    expect(parse(text)).toEqual({ events: [{ type: 'ping' }], ignored: { unknown: 0, unreadable: 0 } })
  })

  it('counts events that it does not know and goes on', () => {
    const { events, ignored } = parse(toSse([{ type: 'sparkle' }, { type: 'ping' }, { type: 'sparkle' }]))
    expect(events).toEqual([{ type: 'ping' }])
    expect(ignored).toEqual({ unknown: 2, unreadable: 0 })
  })

  it('counts data that is no JSON object and goes on', () => {
    const { events, ignored } = parse('data: [DONE]\n\ndata: 5\n\ndata\n\ndata: {"type":"ping"}\n\n')
    expect(events).toEqual([{ type: 'ping' }])
    expect(ignored).toEqual({ unknown: 0, unreadable: 3 })
  })

  it('takes the name of the frame where the data names no type', () => {
    expect(parse('event: message_stop\ndata: {}\n\n').events).toEqual([{ type: 'message_stop' }])
  })

  it('reads a last frame whose blank line never came, and counts one that is torn', () => {
    expect(parse('data: {"type":"message_stop"}').events).toEqual([{ type: 'message_stop' }])
    expect(parse('data: {"type":"mess')).toEqual({ events: [], ignored: { unknown: 0, unreadable: 1 } })
  })

  it('counts a line that is longer than the limit and goes on', () => {
    const parser = createSseParser({ maxLineBytes: 50 })
    const text = toSse([{ type: 'ping', filler: 'x'.repeat(100) }, { type: 'ping' }])
    expect(parser.push(text)).toEqual([{ type: 'ping' }])
    expect(parser.ignored()).toEqual({ unknown: 0, unreadable: 1 })
  })

  it('never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.uint8Array(), fc.string())), chunks => {
        const parser = createSseParser()
        const events = [...chunks.flatMap(chunk => parser.push(chunk)), ...parser.end()]
        expect(events.every(event => typeof event.type === 'string')).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('parseSse', () => {
  it('reads a source that is awaited, to its end', async () => {
    async function* source() {
      const text = toSse(STREAM).trimEnd()
      yield text.slice(0, 500)
      yield new TextEncoder().encode(text.slice(500))
    }
    const events: unknown[] = []
    for await (const event of parseSse(source())) events.push(event)
    expect(events).toEqual(STREAM)
  })
})

function toSse(
  events: readonly { readonly type: string; readonly [field: string]: unknown }[],
  ending = '\n',
): string {
  return events
    .map(event => `event: ${event.type}${ending}data: ${JSON.stringify(event)}${ending}${ending}`)
    .join('')
}

function parse(text: string) {
  const parser = createSseParser()
  const events = [...parser.push(text), ...parser.end()]
  return { events, ignored: parser.ignored() }
}

function accumulate(chunks: readonly (Uint8Array | string)[]): readonly AccumulatedStep[] {
  const parser = createSseParser()
  let count = 0
  const accumulator = createAssistantAccumulator({ uuid: () => `u-${count++}`, now: () => 0 })
  const events = [...chunks.flatMap(chunk => parser.push(chunk)), ...parser.end()]
  return [...events.flatMap(event => accumulator.push(event)), ...accumulator.end()]
}

function cutUp(bytes: Uint8Array, sizes: readonly number[]): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let start = 0; start < bytes.length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1
    pieces.push(bytes.slice(start, start + size))
    start += size
  }
  return pieces
}
