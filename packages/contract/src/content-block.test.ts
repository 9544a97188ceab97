import { describe, expect, it } from 'vitest'
import {
  type ContentBlock,
  isContentBlock,
  isServerToolResultBlock,
  isThinkingBlock,
  SERVER_TOOL_RESULT_TYPES,
  toContentBlocks,
} from './content-block.ts'

describe('isContentBlock', () => {
  it.each([{ type: 'text' }, { type: 'never_seen', x: 1 }, { type: '' }])('takes %j', value => {
    expect(isContentBlock(value)).toBe(true)
  })

  it.each([null, undefined, 'text', 7, [], [{ type: 'text' }], {}, { type: null }, { type: ['text'] }])(
    'refuses %j',
    value => {
      expect(isContentBlock(value)).toBe(false)
    },
  )
})

describe('isThinkingBlock', () => {
  it.each([
    ['thinking', true],
    ['redacted_thinking', true],
    ['text', false],
    ['unknown:thinking', false],
  ])('says of %s: %s', (type, expected) => {
    expect(isThinkingBlock({ type } as ContentBlock)).toBe(expected)
  })
})

describe('isServerToolResultBlock', () => {
  it.each(SERVER_TOOL_RESULT_TYPES)('takes %s', type => {
    expect(isServerToolResultBlock({ type, tool_use_id: 'srvtoolu_1', content: [] })).toBe(true)
  })

  it.each(['tool_result', 'mcp_tool_result', 'server_tool_use', 'toString'])('refuses %s', type => {
    expect(isServerToolResultBlock({ type } as ContentBlock)).toBe(false)
  })
})

describe('toContentBlocks', () => {
  it('makes one text block of a string, also of an empty one', () => {
    expect(toContentBlocks('hi')).toEqual([{ type: 'text', text: 'hi' }])
    expect(toContentBlocks('')).toEqual([{ type: 'text', text: '' }])
  })

  it('gives blocks back as they are', () => {
    const blocks = [{ type: 'text', text: 'hi' }] as const
    expect(toContentBlocks(blocks)).toBe(blocks)
  })
})
