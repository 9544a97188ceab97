import { describe, expect, it } from 'vitest'
import { call, image, result, text, thinking } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { readableBlocks } from './readable-blocks.ts'

const MARKED = { cache_control: { type: 'ephemeral' } }

describe('readableBlocks', () => {
  it('makes text of blocks that the API does not know or cannot read', () => {
    const run = runStep(readableBlocks, {
      answer: [
        { type: 'constructor', a: 1 },
        { type: 'text', text: 5 },
        { type: 'compaction', content: 's' },
      ],
      reply: [{ type: 'image', source: 'nowhere' }],
    })
    expect(run.answer).toEqual([
      text('[constructor: {"a":1}]'),
      text('[text: {"text":5}]'),
      text('[compaction: {"content":"s"}]'),
    ])
    expect(run.reply).toEqual([text('[image: {"source":"nowhere"}]')])
    expect(rulesOf(run.repairs)).toEqual(Array(4).fill('ENV-16 replaced'))
    expect(runAgain(readableBlocks, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('lets a block of a beta stand where the beta is sent', () => {
    expect(
      runStep(readableBlocks, {
        answer: [{ type: 'compaction', content: 's' }],
        target: { betas: ['compact-2026-01-12'] },
      }).same,
    ).toBe(true)
  })

  it('makes text of a summary of the API that is empty', () => {
    const run = runStep(readableBlocks, {
      answer: [{ type: 'compaction', content: '' }],
      target: { betas: ['compact-2026-01-12'] },
    })
    expect(run.answer).toEqual([text('[compaction: {"content":""}]')])
  })

  it('takes off foreign fields, cache markers, and optional fields of the wrong kind', () => {
    const run = runStep(readableBlocks, {
      answer: [
        { ...text('a'), ...MARKED, _meta: 1, citations: 'none' },
        { ...call('t'), timestamp: 1 },
      ],
      reply: [{ ...result('t'), ...MARKED, is_error: 'yes' }],
    })
    expect(run.answer).toEqual([text('a'), call('t')])
    expect(run.reply).toEqual([result('t')])
    expect(run.repairs.map(({ rule, detail }) => `${rule} ${detail}`)).toEqual([
      'ENV-10 text: took off cache_control, _meta, citations',
      'ENV-10 tool_use: took off timestamp',
      'ENV-10 tool_result: took off cache_control, is_error',
    ])
    expect(runAgain(readableBlocks, run)).toMatchObject({ same: true })
  })

  it.each([
    [
      'a search result',
      { type: 'search_result', source: 's', title: 't', content: [{ ...text('x'), ...MARKED, id: 1 }] },
      { type: 'search_result', source: 's', title: 't', content: [text('x')] },
    ],
    [
      'a document',
      { type: 'document', source: { type: 'content', content: [{ ...text('x'), ...MARKED }], extra: 1 } },
      { type: 'document', source: { type: 'content', content: [text('x')] } },
    ],
    [
      'an image',
      { type: 'image', source: { type: 'url', url: 'https://a', detail: 'low' } },
      { type: 'image', source: { type: 'url', url: 'https://a' } },
    ],
    [
      'a search result that cites',
      { type: 'search_result', source: 's', title: 't', content: [{ ...text('x'), citations: [{}] }] },
      { type: 'search_result', source: 's', title: 't', content: [text('x')] },
    ],
  ])('takes them off inside of %s, too', (_, block, tidy) => {
    const run = runStep(readableBlocks, { reply: [block] })
    expect(run.reply).toEqual([tidy])
    expect(rulesOf(run.repairs)).toEqual(['ENV-10 edited'])
    expect(runAgain(readableBlocks, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('takes them off the references that the API found itself', () => {
    const found = (reference: object) => ({
      type: 'tool_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: { type: 'tool_search_tool_search_result', tool_references: [reference] },
    })
    const reference = { type: 'tool_reference', tool_name: 'Read' }
    const run = runStep(readableBlocks, { answer: [found({ ...reference, ...MARKED })] })
    expect(run.answer).toEqual([found(reference)])
  })

  it('leaves to other steps what they mend: the content of results, calls without input, bare thinking', () => {
    expect(
      runStep(readableBlocks, {
        answer: [{ type: 'tool_use', id: 't' }, { type: 'thinking' }, thinking()],
        reply: [result('t', { a: 1 }), image(PIXEL), { ...text('x'), citations: null }],
      }),
    ).toMatchObject({ same: true, repairs: [] })
  })
})
