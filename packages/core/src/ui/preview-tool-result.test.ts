import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { previewToolResult } from './preview-tool-result.ts'

const result = (content: unknown) => ({ type: 'tool_result', tool_use_id: 't1', content })
const text = (value: string) => ({ type: 'text', text: value })

describe('previewToolResult', () => {
  it('reads a string', () => {
    expect(previewToolResult(result('ok')).text).toBe('ok')
  })

  it('joins text blocks and notes pictures, documents and tools', () => {
    const data = 'A'.repeat(16_384)
    const content = [
      text('one'),
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
      { type: 'document', source: { type: 'url', url: 'https://example.org/a.pdf' } },
      { type: 'tool_reference', tool_name: 'Read' },
      { type: 'search_result', title: 'Found', source: 's', content: [text('words')] },
      { type: 'newer_block' },
    ]
    expect(previewToolResult(result(content)).text).toBe(
      'one\n[image image/png, 12 KB]\n[document https://example.org/a.pdf]\n[tool Read]\nFound\nwords\n[newer_block]',
    )
  })

  it('spends its limits over all blocks and counts everything behind them', () => {
    const preview = previewToolResult(result([text('abc'), text('defg\nh'), text('日')]), {
      maxCodePoints: 5,
    })
    expect(preview).toEqual({
      text: 'abc\nde',
      cutCodePoints: 5,
      cutLines: 2,
      cutBytes: 7,
      isExact: true,
    })
  })

  it('shows no more lines than asked for', () => {
    const preview = previewToolResult(result([text('a\nb'), text('c\nd')]), { maxLines: 3 })
    expect(preview).toMatchObject({ text: 'a\nb\nc', cutLines: 1 })
  })

  it('is empty for a result without content', () => {
    expect(previewToolResult(result(undefined)).text).toBe('')
  })

  it('takes any value (law)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (content, block) => {
        expect(previewToolResult(result(content)).text).toBeTypeOf('string')
        expect(previewToolResult(block).text).toBeTypeOf('string')
      }),
      { numRuns: 2000 },
    )
  })

  it('does not follow results inside results without end', () => {
    let nested: unknown = text('deep')
    for (let depth = 0; depth < 100_000; depth += 1) nested = result([nested])
    expect(previewToolResult(nested).text).toBe('[tool_result]')
  })
})
