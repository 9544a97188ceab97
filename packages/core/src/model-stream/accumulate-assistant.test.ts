import { describe, expect, it } from 'vitest'
import type { ModelStreamEvent } from '../message/model-stream-event.ts'
import { END, START, STOP } from '../testing/model-stream-events.ts'
import { createAssistantAccumulator } from './accumulate-assistant.ts'
import type { AccumulatedStep } from './accumulated-step.ts'

describe('createAssistantAccumulator', () => {
  it('gives each block at once as an entry of its own, with the id of the answer and no stop reason', () => {
    const accumulator = createAccumulator({ requestId: () => 'req_1' })
    accumulator.push(START)
    const first = textBlock(0, ['Hel', 'lo']).flatMap(event => accumulator.push(event))
    expect(first).toEqual([
      {
        kind: 'message',
        message: {
          type: 'assistant',
          uuid: 'u-0',
          timestamp: '1970-01-01T00:00:00.000Z',
          requestId: 'req_1',
          message: { ...START.message, content: [{ type: 'text', text: 'Hello' }] },
        },
      },
    ])
    const second = toolBlock(1, ['{"a"', ':1}']).flatMap(event => accumulator.push(event))
    expect(second).toMatchObject([
      {
        kind: 'message',
        message: { uuid: 'u-1', message: { id: 'msg_1', content: [{ type: 'tool_use', input: { a: 1 } }] } },
      },
    ])
  })

  it('tells usage and stop reason at the end, as a copy of the last entry', () => {
    const steps = run([START, ...textBlock(0, ['a']), ...textBlock(1, ['b']), END, STOP])
    const [first, second] = steps.filter(step => step.kind === 'message').map(step => step.message)
    const usage = {
      input_tokens: 12,
      output_tokens: 42,
      cache_read_input_tokens: 50,
      service_tier: 'standard',
    }
    const patched = { ...second, message: { ...second?.message, stop_reason: 'end_turn', usage } }
    expect(steps.slice(2)).toEqual([
      { kind: 'patch', message: patched, stopReason: 'end_turn', usage },
      { kind: 'complete', messages: [first, patched], stopReason: 'end_turn', usage },
    ])
    expect(second?.message).toMatchObject({ stop_reason: null, usage: { output_tokens: 1 } })
  })

  it('takes details, container and context edits of the end into the last entry', () => {
    const end = {
      type: 'message_delta',
      delta: { stop_reason: 'refusal', stop_details: { type: 'refusal' }, container: { id: 'c' } },
      context_management: { applied_edits: [] },
    }
    const steps = run([START, ...textBlock(0, ['a']), END, end, STOP])
    expect(steps.at(-1)).toMatchObject({
      kind: 'complete',
      stopReason: 'refusal',
      usage: { output_tokens: 42 },
      messages: [
        {
          message: {
            stop_reason: 'refusal',
            stop_details: { type: 'refusal' },
            container: { id: 'c' },
            context_management: { applied_edits: [] },
          },
        },
      ],
    })
  })

  it('completes an answer without any block', () => {
    expect(run([START, END, STOP])).toMatchObject([
      { kind: 'patch', message: null, stopReason: 'end_turn' },
      { kind: 'complete', messages: [], stopReason: 'end_turn' },
    ])
  })

  it.each([
    ['no delta', []],
    ['an empty delta', ['']],
  ])('takes {} for the input of a call with %s', (_, pieces) => {
    expect(blocksOf(run([START, ...toolBlock(0, pieces), END, STOP]))).toEqual([
      { type: 'tool_use', id: 't0', name: 'Bash', input: {} },
    ])
  })

  it('keeps an input that arrives whole in the start', () => {
    const start = {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 't', name: 'B', input: { a: 1 } },
    }
    expect(blocksOf(run([START, start, { type: 'content_block_stop', index: 0 }, STOP]))).toMatchObject([
      { input: { a: 1 } },
    ])
  })

  it.each(['{"command":"rm -rf /tm', '[1]', '5', 'null', '"x"'])(
    'reports a call with the input %s and does not give it',
    json => {
      const end = { ...END, delta: { stop_reason: 'max_tokens' } }
      const steps = run([START, ...textBlock(0, ['a']), ...toolBlock(1, [json]), end, STOP])
      expect(blocksOf(steps)).toEqual([{ type: 'text', text: 'a' }])
      expect(steps).toContainEqual({
        kind: 'dropped',
        reason: 'invalid-json',
        block: { type: 'tool_use', id: 't1', name: 'Bash', input: {} },
        partialJson: json,
      })
    },
  )

  it('puts thinking, signature, citations and compaction together', () => {
    const steps = run([
      START,
      ...block(0, { type: 'thinking', thinking: '', signature: '' }, [
        { type: 'thinking_delta', thinking: 'h', estimated_tokens: 1 },
        { type: 'thinking_delta', thinking: 'm' },
        { type: 'signature_delta', signature: 'sig' },
      ]),
      ...block(1, { type: 'text', text: '' }, [
        { type: 'citations_delta', citation: { cited_text: 'a' } },
        { type: 'text_delta', text: 'said' },
        { type: 'citations_delta', citation: { cited_text: 'b' } },
      ]),
      ...block(2, { type: 'compaction', content: null }, [
        { type: 'compaction_delta', content: 'all of it' },
      ]),
      END,
      STOP,
    ])
    expect(blocksOf(steps)).toEqual([
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'text', text: 'said', citations: [{ cited_text: 'a' }, { cited_text: 'b' }] },
      { type: 'compaction', content: 'all of it' },
    ])
  })

  it.each([
    { type: 'redacted_thinking', data: 'x' },
    { type: 'web_search_tool_result', tool_use_id: 's', content: [{ type: 'web_search_result', url: 'u' }] },
    { type: 'container_upload', file_id: 'f' },
    { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } },
    { type: 'hologram', depth: 3 },
  ])('keeps a $type block that arrives whole', whole => {
    expect(blocksOf(run([START, ...block(0, whole, []), END, STOP]))).toEqual([whole])
  })

  it('lists what it gave before when the model begins again', () => {
    const restart = { ...START, message: { ...START.message, id: 'msg_2' } }
    const steps = run([
      START,
      ...textBlock(0, ['a']),
      ...toolBlock(1, ['{"un']).slice(0, 2),
      restart,
      ...textBlock(0, ['b']),
      END,
      STOP,
    ])
    expect(steps.map(step => step.kind)).toEqual(['message', 'restarted', 'message', 'patch', 'complete'])
    expect(steps[1]).toMatchObject({ messages: [{ uuid: 'u-0', message: { content: [{ text: 'a' }] } }] })
    expect(steps[4]).toMatchObject({ messages: [{ message: { id: 'msg_2', content: [{ text: 'b' }] } }] })
  })

  it('goes on with an answer whose start is sent twice', () => {
    const [open, ...rest] = textBlock(0, ['a', 'b'])
    const steps = run([START, ...(open ? [open] : []), START, ...rest, END, STOP])
    expect(steps.map(step => step.kind)).toEqual(['unexpected', 'message', 'patch', 'complete'])
    expect(steps[1]).toMatchObject({ message: { message: { content: [{ text: 'ab' }] } } })
  })

  it('begins the next answer after the last one is complete', () => {
    const steps = run([START, ...textBlock(0, ['a']), END, STOP, START, ...textBlock(0, ['b']), END, STOP])
    expect(steps.filter(step => step.kind === 'complete').map(step => step.messages.length)).toEqual([1, 1])
    expect(steps.some(step => step.kind === 'restarted')).toBe(false)
  })

  it('keeps complete blocks and begun text when the API breaks off', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const steps = run([START, ...toolBlock(0, ['{}']), ...textBlock(1, ['unfin']).slice(0, 2), error, STOP])
    expect(steps).toMatchObject([
      { kind: 'message', message: { message: { content: [{ type: 'tool_use' }] } } },
      { kind: 'message', message: { isAbortedMidStream: true, message: { content: [{ text: 'unfin' }] } } },
      { kind: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, messages: [{}, {}] },
      { kind: 'unexpected', type: 'message_stop' },
    ])
  })

  it('reports an error that comes before anything else', () => {
    expect(run([{ type: 'error', error: {} }])).toMatchObject([{ kind: 'error', messages: [] }])
  })

  it('drops begun text that is blank', () => {
    expect(run([START, ...textBlock(0, [' \n']).slice(0, 2)]).map(step => step.kind)).toEqual([
      'dropped',
      'cut',
    ])
  })

  it('drops an unfinished block of a later version, whatever fields it has', () => {
    const [opened] = block(0, { type: 'hologram', text: 'depth' }, [])
    expect(run([START, opened!]).map(step => step.kind)).toEqual(['dropped', 'cut'])
  })

  it('keeps text that nothing closed in an answer that ended, with its stop reason', () => {
    const steps = run([START, ...textBlock(0, ['a']).slice(0, 2), END, STOP])
    expect(steps.at(-1)).toMatchObject({
      kind: 'complete',
      messages: [
        { message: { content: [{ text: 'a' }], stop_reason: 'end_turn', usage: { output_tokens: 42 } } },
      ],
    })
  })

  it('says that a stream without any event was cut, once', () => {
    const accumulator = createAccumulator()
    expect(accumulator.end()).toMatchObject([{ kind: 'cut', messages: [], stopReason: null }])
    expect(accumulator.end()).toEqual([])
  })

  it('gives nothing at the end of an answer that was complete', () => {
    const accumulator = createAccumulator()
    for (const event of [START, END, STOP]) accumulator.push(event)
    expect(accumulator.end()).toEqual([])
  })

  it.each([
    [
      'a delta without a block',
      { type: 'content_block_delta', index: 7, delta: { type: 'text_delta', text: 'x' } },
    ],
    ['a stop without a block', { type: 'content_block_stop', index: 7 }],
    ['a start without a block', { type: 'content_block_start', index: 1 }],
    [
      'a second start of an open block',
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ],
    [
      'a delta of a kind that it does not know',
      { type: 'content_block_delta', index: 0, delta: { type: 'smell_delta' } },
    ],
  ])('reports %s and goes on', (_, odd) => {
    const [opened, ...rest] = textBlock(0, ['a'])
    const steps = run([START, opened!, odd, ...rest, END, STOP])
    expect(steps.map(step => step.kind)).toEqual(['unexpected', 'message', 'patch', 'complete'])
    expect(blocksOf(steps)).toEqual([{ type: 'text', text: 'a' }])
  })

  it('passes over pings and events that it does not know, anywhere', () => {
    const noise = [{ type: 'ping' }, { type: 'sparkle' }]
    const quiet = [START, ...textBlock(0, ['a']), END, STOP]
    expect(run([...noise, ...quiet.flatMap(event => [event, ...noise])])).toEqual(run(quiet))
  })
})

type LooseEvent = { readonly type: string; readonly [field: string]: unknown }

function createAccumulator(options: { readonly requestId?: () => string } = {}) {
  let count = 0
  const accumulator = createAssistantAccumulator({ uuid: () => `u-${count++}`, now: () => 0, ...options })
  // Tests send what no type allows.
  return { push: (event: LooseEvent) => accumulator.push(event as ModelStreamEvent), end: accumulator.end }
}

function run(events: readonly LooseEvent[] | readonly ModelStreamEvent[]): readonly AccumulatedStep[] {
  const accumulator = createAccumulator()
  return [...events.flatMap(event => accumulator.push(event as LooseEvent)), ...accumulator.end()]
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

function textBlock(index: number, pieces: readonly string[]): LooseEvent[] {
  const deltas = pieces.map(text => ({ type: 'text_delta', text }))
  return block(index, { type: 'text', text: '' }, deltas)
}

function toolBlock(index: number, pieces: readonly string[]): LooseEvent[] {
  const deltas = pieces.map(partial_json => ({ type: 'input_json_delta', partial_json }))
  return block(index, { type: 'tool_use', id: `t${index}`, name: 'Bash', input: {} }, deltas)
}
