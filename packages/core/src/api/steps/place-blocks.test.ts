import { describe, expect, it } from 'vitest'
import { call, image, pdf, result, text, thinking } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { placeBlocks } from './place-blocks.ts'

describe('placeBlocks', () => {
  it('moves results and media from the answer to the head of the reply', () => {
    const run = runStep(placeBlocks, {
      answer: [text('a'), result('t'), image(PIXEL), pdf()],
      reply: [text('b')],
    })
    expect(run.answer).toEqual([text('a')])
    expect(run.reply).toEqual([result('t'), image(PIXEL), pdf(), text('b')])
    expect(rulesOf(run.repairs)).toEqual(['TUP-06 moved', 'IMG-10 moved', 'IMG-10 moved'])
    expect(runAgain(placeBlocks, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('makes text of a call in a reply, and of blocks that nobody may carry', () => {
    const run = runStep(placeBlocks, {
      answer: [{ type: 'brand_new', value: 1 }],
      reply: [call('t', 'Read', { a: 1 }), { type: 'tool_reference', tool_name: 'Read' }],
    })
    expect(run.answer).toEqual([text('[brand_new: {"value":1}]')])
    expect(run.reply).toEqual([
      text('[tool_use: {"id":"t","name":"Read","input":{"a":1}}]'),
      text('[tool_reference: {"tool_name":"Read"}]'),
    ])
    expect(rulesOf(run.repairs)).toEqual(['ENV-16 replaced', 'TUP-05 replaced', 'ENV-16 replaced'])
  })

  it('drops thinking outside of an answer', () => {
    const run = runStep(placeBlocks, { reply: [thinking(), text('x')] })
    expect(run.reply).toEqual([text('x')])
    expect(rulesOf(run.repairs)).toEqual(['THK-16 removed'])
  })

  it('leaves the words of a system turn, and moves to the reply what such a turn cannot say', () => {
    const run = runStep(placeBlocks, { reply: [text('x')], system: [text('mind the gap'), image(PIXEL)] })
    expect(run.reply).toEqual([text('x'), text('mind the gap'), image(PIXEL)])
    expect(run.exchange.reply.map(piece => piece.system)).toEqual([undefined, true, undefined])
    expect(rulesOf(run.repairs)).toEqual(['SYS-05 moved'])
  })

  it('leaves what stands in its place', () => {
    expect(
      runStep(placeBlocks, { answer: [thinking(), text('a'), call('t')], reply: [result('t'), text('b')] }),
    ).toMatchObject({ same: true, repairs: [] })
  })
})
