import { describe, expect, it } from 'vitest'
import { image, pdf, result, text } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { mendToolResults } from './mend-tool-results.ts'

const FOUND = { type: 'search_result', source: 'https://a', title: 'a', content: [text('words')] }

describe('mendToolResults: errors', () => {
  it.each([undefined, '', '  ', []])('gives an error without text a word: %j', content => {
    const run = runStep(mendToolResults, { reply: [{ ...result('t'), content, is_error: true }] })
    expect(run.reply).toEqual([result('t', 'Error', { is_error: true })])
    expect(rulesOf(run.repairs)).toContain('TUP-10 edited')
    expect(runAgain(mendToolResults, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('moves media of an error behind it', () => {
    const run = runStep(mendToolResults, {
      reply: [result('t', [text('broken'), image(PIXEL), pdf()], { is_error: true })],
    })
    expect(run.reply).toEqual([result('t', [text('broken')], { is_error: true }), image(PIXEL), pdf()])
    expect(rulesOf(run.repairs)).toEqual(['TUP-11 edited'])
  })

  it('says «Error» where there was nothing but media, and tells a reference outside of a result as text', () => {
    const run = runStep(mendToolResults, {
      reply: [result('t', [{ type: 'tool_reference', tool_name: 'Read' }], { is_error: true })],
    })
    expect(run.reply).toEqual([
      result('t', 'Error', { is_error: true }),
      text('[tool_reference: {"tool_name":"Read"}]'),
    ])
  })

  it.each([null, 'yes', 1])('drops %j as the mark of an error', flag => {
    const run = runStep(mendToolResults, { reply: [result('t', 'x', { is_error: flag })] })
    expect(run.reply).toEqual([result('t', 'x')])
    expect(rulesOf(run.repairs)).toEqual(['ENV-16 edited'])
  })
})

describe('mendToolResults: content', () => {
  it.each([
    [null, ''],
    [{ rows: 1 }, '{"rows":1}'],
    [7, '7'],
  ])('makes text of %j', (content, sent) => {
    const run = runStep(mendToolResults, { reply: [result('t', content)] })
    expect(run.reply).toEqual([result('t', sent)])
    expect(rulesOf(run.repairs)).toEqual(['TUP-12 edited'])
  })

  it('makes text of what a result cannot hold, and drops what says nothing', () => {
    const run = runStep(mendToolResults, {
      reply: [
        result('t', ['bare', 5, { type: 'text' }, { type: 'container_upload', file_id: 'f' }, text(' ')]),
      ],
    })
    expect(run.reply).toEqual([
      result('t', [
        text('bare'),
        text('[5]'),
        text('[text: {}]'),
        text('[container_upload: {"file_id":"f"}]'),
      ]),
    ])
    expect(rulesOf(run.repairs)).toEqual([...Array(4).fill('TUP-12 edited'), 'EMP-01 edited'])
    expect(runAgain(mendToolResults, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('takes off foreign fields and markers inside', () => {
    const marked = { cache_control: { type: 'ephemeral' }, _meta: 1 }
    const run = runStep(mendToolResults, {
      reply: [
        result('t', [
          { ...text('x'), ...marked, citations: [{}] },
          { ...image(PIXEL), ...marked },
        ]),
        result('u', [{ ...FOUND, content: [{ ...text('words'), ...marked }], citations: 'no' }]),
      ],
    })
    expect(run.reply).toEqual([result('t', [text('x'), image(PIXEL)]), result('u', [FOUND])])
    expect(rulesOf(run.repairs)).toEqual(Array(3).fill('ENV-10 edited'))
  })

  it('tells search results as text where they stand beside anything else', () => {
    const run = runStep(mendToolResults, { reply: [result('t', [FOUND, text('x')])] })
    expect(run.reply).toEqual([
      result('t', [
        text(
          '[search_result: {"source":"https://a","title":"a","content":[{"type":"text","text":"words"}]}]',
        ),
        text('x'),
      ]),
    ])
    expect(rulesOf(run.repairs)).toEqual(['TUP-12 edited'])
  })

  it('tells all of them as text where one of them cannot be sent', () => {
    const run = runStep(mendToolResults, { reply: [result('t', [FOUND, { ...FOUND, title: '' }])] })
    expect(JSON.stringify(run.reply)).not.toContain('"type":"search_result"')
    expect(JSON.stringify(run.reply).match(/words/g)).toHaveLength(2)
    expect(rulesOf(run.repairs)).toEqual(['SEA-01 edited', 'TUP-12 edited'])
    expect(runAgain(mendToolResults, run)).toMatchObject({ same: true, repairs: [] })
  })

  it.each([undefined, '', 'text', [], [FOUND, FOUND], [text('a'), image(PIXEL)]].map(content => [content]))(
    'leaves %j alone',
    content => {
      expect(runStep(mendToolResults, { reply: [{ ...result('t'), content }, text('x')] })).toMatchObject({
        same: true,
        repairs: [],
      })
    },
  )
})
