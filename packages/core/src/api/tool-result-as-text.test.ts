import type { ToolResultBlock } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { image, result, text } from '../testing/history-builder.ts'
import { PIXEL } from '../testing/pixel.ts'
import { toolResultAsText } from './tool-result-as-text.ts'

describe('toolResultAsText', () => {
  it.each([
    ['text', result('t', 'words'), [text('[result of the tool call t]\nwords')]],
    ['an error', result('t', 'no', { is_error: true }), [text('[result of the tool call t, an error]\nno')]],
    ['nothing', { type: 'tool_result', tool_use_id: 't' }, [text('[result of the tool call t]')]],
    ['a table', result('t', { a: 1 }), [text('[result of the tool call t]\n{"a":1}')]],
    [
      'blocks',
      result('t', [text('a'), image(PIXEL), result('inner', 'deep'), 5]),
      [
        text('[result of the tool call t]'),
        text('a'),
        image(PIXEL),
        text('[tool_result: {"tool_use_id":"inner","content":"deep"}]'),
        text('[5]'),
      ],
    ],
  ])('keeps %s', (_, block, blocks) => {
    expect(toolResultAsText(block as ToolResultBlock)).toEqual(blocks)
  })
})
