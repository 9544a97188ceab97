import { BLOCKS_BY_ROLE } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import type { AnyMessage } from './message.ts'
import { BLOCKS_BY_MESSAGE_TYPE, mayCarry } from './message-blocks.ts'

describe('the relation of message types to block types (seed 000)', () => {
  it.each([
    ['user', 'text', true],
    ['user', 'tool_result', true],
    ['user', 'tool_use', false],
    ['user', 'thinking', false],
    ['assistant', 'text', true],
    ['assistant', 'tool_use', true],
    ['assistant', 'tool_result', false],
    ['assistant', 'image', false],
    ['assistant', 'thinking', true],
    ['assistant', 'redacted_thinking', true],
    ['assistant', 'server_tool_use', true],
    ['user', 'toString', false],
  ] as const)('a %s message with a %s block: %s', (type, block, allowed) => {
    expect(mayCarry(type, block)).toBe(allowed)
  })

  it.each([
    'system',
    'result',
    'summary',
    'attachment',
    'progress',
    'tombstone',
    'tool_use_summary',
    'stream_event',
    'stream_request_start',
  ] as const satisfies AnyMessage['type'][])('gives %s fields instead of blocks', type => {
    expect(BLOCKS_BY_MESSAGE_TYPE[type]).toEqual([])
    expect(mayCarry(type, 'text')).toBe(false)
  })

  it.each(['user', 'assistant'] as const)('allows a %s message no block that the API does not', type => {
    for (const block of BLOCKS_BY_MESSAGE_TYPE[type]) expect(BLOCKS_BY_ROLE[type]).toContain(block)
  })

  it('lists no block twice', () => {
    for (const blocks of Object.values(BLOCKS_BY_MESSAGE_TYPE)) {
      expect(new Set(blocks).size).toBe(blocks.length)
    }
  })
})
