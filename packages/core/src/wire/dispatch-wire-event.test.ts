import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DispatchedEvent,
  dispatchCallback,
  dispatchWireEvent,
  dispatchWireEvents,
  EventTypeToolResult,
  EventTypeToolUse,
} from './dispatch-wire-event.ts'
import { getContentBlocks } from './get-content-blocks.ts'
import { createStreamJsonParser } from './stream-json-parser.ts'
import type { WireEvent } from './wire-event.ts'

const call = { type: 'tool_use', id: 'call_1', name: 'WebSearch', input: { query: 'agents' } }
const answer = { type: 'tool_result', tool_use_id: 'call_1', content: '工具返回的完整内容' }

describe('dispatchCallback', () => {
  it('calls back for a call that is nested in an assistant event', () => {
    const event = assistant([call])
    expect(heard(event)).toEqual([{ type: EventTypeToolUse, block: call, event }])
  })

  it('calls back for a result that is nested in a user event', () => {
    const event = { type: 'user', message: { role: 'user', content: [answer] }, parent_tool_use_id: null }
    expect(heard(event)).toEqual([{ type: EventTypeToolResult, block: answer, event }])
  })

  it('hears the old type `message`, with content inside or beside the message', () => {
    expect(names({ type: 'message', message: { content: [call] } })).toEqual(['tool_use'])
    expect(names({ type: 'message', content: [call, { type: 'text', text: 'a' }] })).toEqual([
      'tool_use',
      'text',
    ])
  })

  it('keeps the order of blocks and names each kind', () => {
    const blocks = [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'redacted_thinking', data: 'x' },
      { type: 'text', text: 'a' },
      call,
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'mcp_tool_use', id: 'm1', name: 'add', server_name: 'calc', input: {} },
      { type: 'mcp_tool_result', tool_use_id: 'm1', content: '5' },
      { type: 'image', source: { type: 'url', url: 'x' } },
      { type: 'hologram', data: 1 },
    ]
    const dispatched = heard(assistant(blocks))
    expect(dispatched.map(({ type }) => type)).toEqual([
      'thinking',
      'thinking',
      'text',
      'tool_use',
      'server_tool_use',
      'server_tool_result',
      'server_tool_use',
      'server_tool_result',
      'image',
      'block',
    ])
    expect(dispatched.map(item => 'block' in item && item.block)).toEqual(blocks)
  })

  it('takes content that is a string for one text block', () => {
    expect(heard({ type: 'user', message: { content: 'hi' } })).toMatchObject([
      { type: 'text', block: { type: 'text', text: 'hi' } },
    ])
  })

  it('hands on a block that lacks what its kind needs, as a mere block', () => {
    const broken = [
      { type: 'tool_use', id: 'x', name: '' },
      { type: 'text' },
      { type: 'image' },
      { type: 'server_tool_use' },
    ]
    expect(names(assistant(broken))).toEqual(['block', 'block', 'block', 'block'])
  })

  it('passes over what is no block', () => {
    expect(names(assistant([null, 5, 'loose', {}, { type: 3 }, call]))).toEqual(['tool_use'])
  })

  it('tells system, result and all others apart', () => {
    expect(names({ type: 'system', subtype: 'init' })).toEqual(['system'])
    expect(names({ type: 'result', subtype: 'success' })).toEqual(['result'])
    expect(names({ type: 'tool_use', name: 'old' })).toEqual(['other'])
    expect(names(assistant([]))).toEqual(['other'])
  })

  it('hears every event at least once and every block exactly once, whatever they hold', () => {
    const type = fc.constantFrom('assistant', 'user', 'message', 'system', 'result', 'x')
    const content = fc.oneof(fc.jsonValue(), fc.array(fc.record({ type: fc.string(), text: fc.jsonValue() })))
    fc.assert(
      fc.property(type, content, fc.boolean(), (name, value, isInside) => {
        const event = {
          type: name,
          ...(isInside ? { message: { content: value } } : { content: value, message: value }),
        }
        const dispatched = dispatchWireEvent(event as unknown as WireEvent)
        expect(dispatched).toHaveLength(Math.max(1, getContentBlocks(event as unknown as WireEvent).length))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('dispatchWireEvents', () => {
  it('iterates over a recorded stream as the callback would', async () => {
    const url = new URL('../../fixtures/stream-json/claude-2.1.325-parallel.jsonl', import.meta.url)
    const events = createStreamJsonParser()
      .push(readFileSync(url))
      .flatMap(line => (line.kind === 'event' ? [line.event] : []))
    async function* source() {
      yield* events
    }
    const dispatched: DispatchedEvent[] = []
    for await (const item of dispatchWireEvents(source())) dispatched.push(item)
    expect(dispatched).toEqual(events.flatMap(event => heard(event)))
    expect(dispatched.map(({ type }) => type)).toEqual([
      'system',
      'system',
      'thinking',
      'text',
      'tool_use',
      'tool_use',
      'tool_use',
      'tool_result',
      'tool_result',
      'tool_result',
      'text',
      'result',
    ])
  })
})

function assistant(content: readonly unknown[]): object {
  return { type: 'assistant', message: { role: 'assistant', content }, session_id: 's' }
}

function heard(event: object): readonly DispatchedEvent[] {
  const dispatched: DispatchedEvent[] = []
  dispatchCallback(event as WireEvent, item => dispatched.push(item))
  return dispatched
}

function names(event: object): readonly string[] {
  return heard(event).map(({ type }) => type)
}
