import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeLines } from '../log/line-codec.ts'
import { CORPUS, readCorpus } from '../testing/corpus.ts'
import { measureAnswer } from './measure-answer.ts'
import { measureAnswerJson } from './measure-answer-json.ts'

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    'C:\\users',
    'a "quoted" word',
    '","signature":"',
    '"},{"type":"text","text":"',
    '灯塔',
    'a/b',
    '\n\t',
  ),
  fc
    .array(fc.constantFrom('word ', '\n', '"', '\\', 'é', '\u0001', '},{'), { maxLength: 200 })
    .map(all => all.join('')),
)

const block = fc.oneof(
  text.map(said => ({ type: 'text', text: said })),
  fc
    .tuple(text, fc.constantFrom('c2ln', '', 'a+b/c=='))
    .map(([thinking, signature]) => ({ type: 'thinking', thinking, signature })),
  fc
    .tuple(text, text, fc.constantFrom({}, { caller: { type: 'direct' } }, { caller: { type: 'code' } }))
    .map(([value, other, rest]) => ({
      ...{ type: 'tool_use', id: 'toolu_1', name: 'mcp__a__b-c' },
      ...{ input: { value, inner: { other } }, ...rest },
    })),
  fc.constant({ type: 'tool_use', id: 'toolu_2', name: 'TodoWrite', input: {} }),
  fc.constant({ type: 'redacted_thinking', data: 'x' }),
)

describe('measureAnswerJson', () => {
  it('tells what the parsed content tells', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 3 }), content => {
        expect(measureAnswerJson(JSON.stringify(content))).toEqual(measureAnswer(content))
      }),
      { numRuns: 1000 },
    )
  })

  it('tells it of escapes that nobody needs, too, and nothing of what is no JSON', () => {
    for (const json of ['[{"type":"text","text":"\\u0041\\/b"}]', '[{"type":"text","text":"a" }]', '"words"'])
      expect([json, measureAnswerJson(json)]).toEqual([json, measureAnswer(JSON.parse(json))])
    for (const json of ['', '[', '[{"type":"text","text":"a"b"}]', '[{"type":"text","text":"a\\"}]'])
      expect(measureAnswerJson(json)).toEqual([])
  })
})

describe('answers of real logs', () => {
  it('are measured alike', () => {
    let measured = 0
    for (const name of CORPUS)
      for (const line of decodeLines(readCorpus(name))) {
        if (line.kind !== 'entry' || line.entry.type !== 'assistant' || !('message' in line.entry)) continue
        const { message } = line.entry as { readonly message?: { readonly content?: unknown } }
        if (!Array.isArray(message?.content)) continue
        expect(measureAnswerJson(JSON.stringify(message.content))).toEqual(measureAnswer(message.content))
        measured += 1
      }
    expect(measured).toBeGreaterThan(1000)
  })
})
