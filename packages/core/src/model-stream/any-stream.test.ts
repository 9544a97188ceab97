import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelStreamEvent } from '../message/model-stream-event.ts'
import { END, START, STOP } from '../testing/model-stream-events.ts'
import { createStreamJsonParser } from '../wire/stream-json-parser.ts'
import { createAssistantAccumulator } from './accumulate-assistant.ts'
import type { AccumulatedStep } from './accumulated-step.ts'

describe('a stream of any answer', () => {
  it('gives back the blocks of any answer, however its deltas are cut', () => {
    fc.assert(
      fc.property(answer, ({ events, blocks }) => {
        expect(blocksOf(run(events))).toEqual(blocks)
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves only complete blocks and begun text wherever the stream is cut', () => {
    fc.assert(
      fc.property(answer, fc.nat(), ({ events, blocks }, position) => {
        const heard = events.slice(0, position % (events.length + 1))
        const steps = run(heard)
        const closed = heard.filter(event => event.type === 'content_block_stop').length
        const kept = blocksOf(steps)
        expect(kept.slice(0, closed)).toEqual(blocks.slice(0, closed))
        expect(kept.length - closed).toBeLessThanOrEqual(1)
        for (const rest of kept.slice(closed)) {
          expect(rest).toMatchObject({ type: 'text' })
          const { text } = rest as { readonly text: string }
          expect(text.trim()).not.toBe('')
          expect((blocks[closed] as { readonly text: string }).text.startsWith(text)).toBe(true)
        }
        const isWhole = heard.at(-1)?.type === 'message_stop'
        expect(steps.at(-1)?.kind).toBe(isWhole ? 'complete' : 'cut')
      }),
      { numRuns: 2000 },
    )
  })

  it('never throws, whatever the events hold, and gives only entries with one block and distinct uuids', () => {
    const value = fc.jsonValue({ maxDepth: 2 })
    const type = fc.constantFrom(
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
      'error',
      'x',
    )
    const delta = fc
      .tuple(fc.constantFrom('text_delta', 'input_json_delta', 'citations_delta', 'x'), value)
      .map(([kind, other]) => ({ type: kind, text: other, partial_json: other }))
    const event = fc.record(
      {
        type,
        index: fc.oneof(fc.nat(2), value),
        delta: fc.oneof(delta, value),
        content_block: fc.oneof(fc.record({ type: fc.constantFrom('text', 'tool_use') }), value),
        message: value,
        usage: value,
        error: value,
      },
      { requiredKeys: ['type'] },
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), events => {
        const messages = run(events).flatMap(step => (step.kind === 'message' ? [step.message] : []))
        expect(messages.every(message => message.message.content.length === 1)).toBe(true)
        expect(new Set(messages.map(message => message.uuid)).size).toBe(messages.length)
      }),
      { numRuns: 2000 },
    )
  })

  it('rebuilds from recorded stream events the answers that were recorded beside them', () => {
    const url = new URL('../../fixtures/control-protocol/cli-to-sdk.jsonl', import.meta.url)
    const events = createStreamJsonParser()
      .push(readFileSync(url))
      .flatMap(line => (line.kind === 'event' ? [line.event] : []))
    const raw = events.flatMap(event => (event.type === 'stream_event' ? [event.event] : []))
    const recorded = events.flatMap(event => (event.type === 'assistant' ? [event.message] : []))
    const rebuilt = run(raw).flatMap(step => (step.kind === 'message' ? [step.message.message] : []))
    expect(recorded).toHaveLength(3)
    // The recording program adds `context_management: null`, which is not in the stream.
    expect(rebuilt.map(message => ({ ...message, context_management: null }))).toEqual(recorded)
  })
})

type LooseEvent = { readonly type: string; readonly [field: string]: unknown }

function run(events: readonly LooseEvent[] | readonly ModelStreamEvent[]): readonly AccumulatedStep[] {
  let count = 0
  const accumulator = createAssistantAccumulator({ uuid: () => `u-${count++}`, now: () => 0 })
  // Tests send what no type allows.
  const steps = events.flatMap(event => accumulator.push(event as ModelStreamEvent))
  return [...steps, ...accumulator.end()]
}

function blocksOf(steps: readonly AccumulatedStep[]): readonly unknown[] {
  return steps.flatMap(step => (step.kind === 'message' ? step.message.message.content : []))
}

function block(index: number, start: object, deltas: readonly object[]): LooseEvent[] {
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

type Made = { readonly block: object; readonly start: object; readonly deltas: readonly object[] }

const pieces = fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 4 })
const madeText = pieces.map(
  (parts): Made => ({
    block: { type: 'text', text: parts.join('') },
    start: { type: 'text', text: '' },
    deltas: parts.map(text => ({ type: 'text_delta', text })),
  }),
)
const madeThinking = fc.tuple(pieces, fc.string()).map(
  ([parts, signature]): Made => ({
    block: { type: 'thinking', thinking: parts.join(''), signature },
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...parts.map(thinking => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature },
    ],
  }),
)
const madeCall = fc
  .tuple(
    fc.constantFrom('tool_use', 'server_tool_use'),
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.nat(20),
  )
  .map(([type, fields, cut]): Made => {
    const input: unknown = JSON.parse(JSON.stringify(fields))
    const json = JSON.stringify(input)
    const parts = ['', json.slice(0, cut), json.slice(cut)]
    const call = { type, id: 't', name: 'Bash' }
    return {
      block: { ...call, input },
      start: { ...call, input: {} },
      deltas: parts.map(partial_json => ({ type: 'input_json_delta', partial_json })),
    }
  })
const madeWhole = fc.string().map((data): Made => {
  const whole = { type: 'redacted_thinking', data }
  return { block: whole, start: whole, deltas: [] }
})

/** A complete stream and the blocks that it must give. */
const answer = fc
  .array(fc.oneof(madeText, madeThinking, madeCall, madeWhole), { maxLength: 5 })
  .map(made => ({
    blocks: made.map(item => item.block),
    events: [
      START,
      ...made.flatMap(({ start, deltas }, index) => block(index, start, deltas)),
      END,
      STOP,
    ] as LooseEvent[],
  }))
